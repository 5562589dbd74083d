// Where the keyboard goes on when what had the focus is gone or greyed out: to what stood beside it.

const reached = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** @param {Element} one */
const can = (one) => one.isConnected && !one.matches(':disabled, [type="radio"]:not(:checked)') && one.checkVisibility();

/** Looks after each press of a button: what its answer takes away, and what is drawn a moment later. */
export function keepFocus() {
  addEventListener('click', () => follow(), true);
  addEventListener('keydown', ({ key }) => key === 'Escape' && follow(), true);
}

function follow() {
  const had = document.activeElement;
  if (!had || had === document.body) return;
  const beside = neighbours(had);
  const look = () => {
    const now = document.activeElement;
    if (!can(had) && (now === had || now === document.body)) /** @type {HTMLElement | undefined} */ (beside.find(can))?.focus({ preventScroll: true });
  };
  for (const wait of [0, 100, 500]) setTimeout(look, wait);
}

/** What opened an explanation; else what comes next in the same row, before it there, and so on in what is around. @param {Element} had */
function neighbours(had) {
  /** @type {Set<Element>} */ const found = new Set();
  if (had.closest('.explain')) for (const one of had.closest('section:not(.explain), #headline, body')?.querySelectorAll('[aria-expanded="true"]') ?? []) found.add(one);
  for (let around = had.parentElement; around; around = around.parentElement) {
    const all = [...around.querySelectorAll(reached)].filter((one) => one !== had && /** @type {HTMLElement} */ (one).tabIndex >= 0);
    const isNext = (/** @type {Element} */ one) => (had.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    for (const one of [...all.filter(isNext), ...all.filter((one) => !isNext(one)).reverse()]) found.add(one);
    if (around.matches('[tabindex="-1"]')) found.add(around); // all of a view has changed
  }
  return [...found];
}
