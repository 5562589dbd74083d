// The export menu, and the report on paper. As a sheet that is made when it is needed: a single file has no other files.

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .export { width: min(480px, 100vw - 32px); padding: 0 24px 16px; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--paper); color: var(--ink); }
  .export::backdrop { background: color-mix(in srgb, var(--ink) 40%, transparent); }
  .export header { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding: 16px 0 8px; }
  .exports li { border-top: 1px solid var(--line); }
  .exports button { display: block; width: 100%; padding: 12px 0; }
  .exports b, .exports span { display: block; }
  .exports b { text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 4px; }
  .exports button:hover b { text-decoration-color: currentColor; }
  .exports span { color: var(--soft); font-size: var(--text-13); line-height: 20px; padding-top: 2px; }

  #paper { display: none; }
  @media print {
    .reporting body > :not(#paper) { display: none !important; }
    .reporting #paper { display: block; }
    .paper { color: #000; font-size: 9.5pt; line-height: 1.45; }
    .paper h1 { font-size: 15pt; line-height: 1.3; }
    .paper h2 { padding: 14pt 0 4pt; font-size: 11pt; line-height: 1.3; break-after: avoid; }
    .paper-sentence { padding: 8pt 0; font-size: 12pt; line-height: 1.45; }
    .paper .note { font-size: 8pt; line-height: 1.4; overflow-wrap: anywhere; }
    .paper table { font-size: 8.5pt; line-height: 1.4; }
    .paper th, .paper td { padding: 2.5pt 10pt 2.5pt 0; color: #000; border-color: #bbb; }
    .paper tr { break-inside: avoid; }
    .paper tbody th { width: 30%; }
    .paper td:nth-child(2) { width: 24%; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .paper ul { list-style: disc; padding-left: 14pt; font-size: 8.5pt; line-height: 1.45; overflow-wrap: anywhere; }
    @page { margin: 16mm 15mm; }
  }
`);
