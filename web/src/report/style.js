// The export menu. As a sheet that is made when it is needed: a single file has no other files.

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
`);
