// The first sign that a person uses the page. What is only needed then is fetched then: with a mouse it is here before anything
// is pressed.

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'click'];

/** Resolves at the first of them; at once where a field is in use already. @type {Promise<void>} */
export const touched = new Promise((resolve) => {
  const seen = () => {
    for (const sign of signs) removeEventListener(sign, seen, true);
    resolve();
  };
  for (const sign of signs) addEventListener(sign, seen, { capture: true, passive: true });
  if (document.activeElement !== document.body) seen();
});
