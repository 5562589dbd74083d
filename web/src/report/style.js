// The export menu, and the report on paper. As a sheet that is made when it is needed: a single file has no other files.

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  .export { width: min(480px, 100vw - 32px); padding: 0 24px 16px; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--paper); color: var(--ink); }
  .export::backdrop { background: color-mix(in srgb, var(--ink) 40%, transparent); }
  .export header { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding: 16px 0 8px; }
  .exports li { display: flex; gap: 16px; align-items: center; border-top: 1px solid var(--line); }
  .exports button { flex: 1; padding: 12px 0; }
  .exports .quiet { flex: none; text-decoration: underline; }
  .exports b, .exports span { display: block; }
  .exports b { text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 4px; }
  .exports button:hover b { text-decoration-color: currentColor; }
  .exports span { color: var(--soft); font-size: var(--text-13); line-height: 20px; padding-top: 2px; }

  #paper { display: none; }
  @media print {
    .reporting body > :not(#paper) { display: none !important; }
    .reporting, .reporting body { background: none; }
    .reporting #paper { display: block; }
    .paper { color-scheme: light; color: var(--ink); font-size: 9.5pt; line-height: 1.45; }
    .paper h1 { font-size: 16pt; line-height: 1.3; padding-bottom: 2pt; }
    .paper h2 { padding: 13pt 0 4pt; font-size: 11.5pt; line-height: 1.3; break-after: avoid; }
    .paper h3 { padding: 0 0 1pt; font-size: 9.5pt; line-height: 1.4; break-after: avoid; }
    .paper-sentence { padding: 2pt 0 6pt; font-size: 13pt; line-height: 1.45; break-inside: avoid; }
    .paper .note { font-size: 8pt; line-height: 1.4; }
    .paper .address { overflow-wrap: anywhere; }
    .paper table { width: 100%; font-size: 8.5pt; line-height: 1.4; }
    .paper thead { display: table-header-group; }
    .paper th, .paper td { padding: 2.5pt 10pt 2.5pt 0; color: var(--ink); border-color: var(--line); vertical-align: top; }
    .paper tr { break-inside: avoid; }
    .paper tbody th { width: 28%; font-weight: 400; }
    .paper td:nth-child(2) { width: 24%; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .paper [data-columns="4"] tbody th, .paper [data-columns="5"] tbody th { width: 20%; }
    .paper [data-columns="4"] td:nth-child(2), .paper [data-columns="5"] td:nth-child(2) { width: 15%; }
    .paper .pairs thead { position: absolute; clip-path: inset(50%); }
    .paper .pairs tbody { display: block; columns: 2; column-gap: 20pt; }
    .paper .pairs tr { display: flex; gap: 8pt; border-bottom: 0.5pt solid var(--line); }
    .paper .pairs th, .paper .pairs td { flex: none; width: auto; padding-right: 0; border: 0; }
    .paper .pairs th { flex: 1; }
    .paper .pairs td:empty { display: none; }
    .paper .asked { font-size: 9.5pt; }
    .paper .asked th, .paper .asked td { padding-top: 1.5pt; padding-bottom: 1.5pt; }
    .paper .asked td { width: auto; font-weight: var(--strong); }
    .paper .asked th[colspan] { padding-top: 8pt; color: var(--soft); }
    .paper .chart { padding: 4pt 0 10pt; break-inside: avoid; break-after: avoid; }
    .paper .chart svg { width: 100%; height: auto; overflow: visible; }
    .paper .tint, .paper .swatch, .paper .over { print-color-adjust: exact; }
    .paper .legend { list-style: none; padding-left: 0; }
    .figure-computed { padding: 6pt 0 4pt; border-top: 0.5pt solid var(--line); font-size: 8pt; line-height: 1.35; }
    .figure-computed:first-of-type { border-top: 0; padding-top: 0; }
    .figure-computed p { break-inside: avoid; break-after: avoid; }
    .figure-computed .formula { padding: 2pt 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
    .figure-computed td, .figure-computed th { padding: 0 8pt 0 0; border: 0; font-size: 7.5pt; line-height: 1.35; color: var(--soft); }
    .figure-computed tbody th { width: 18%; }
    .figure-computed td:nth-child(2) { width: 15%; }
    .figure-computed td:nth-child(3) { width: 30%; }
    .paper pre { padding: 4pt 0 8pt; font-size: 8pt; line-height: 1.4; white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
    .paper section > ul:not(.legend) { list-style: disc; padding-left: 14pt; font-size: 8.5pt; line-height: 1.45; overflow-wrap: anywhere; }
    @page { margin: 16mm 15mm; }
  }
`);
