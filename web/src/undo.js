// Undoing by keys.

/** Ctrl+Z and Ctrl+Shift+Z, except where they undo typing. @param {import('./state.js').State} state */
export function listenForUndo(state) {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return;
    event.preventDefault();
    if (event.shiftKey) state.redo();
    else state.undo();
  });
}

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && ['text', 'search'].includes(target.type));
