// Says in words why a frame shows nothing, when the script that would show something does not come or breaks off. A script
// of its own and no module: a frame that is kept apart from its own site gets modules only of hosts that give them to everybody.

/** What is shown is shown, and its own script says what goes wrong from there on. */
function fail() {
  const main = document.querySelector('main[aria-busy]');
  if (!main) return;
  main.removeAttribute('aria-busy');
  document.getElementById('open')?.setAttribute('href', `./${location.hash.split('|')[0]}`);
  const line = document.createElement('p');
  line.className = 'note';
  line.setAttribute('role', 'alert');
  line.textContent = self.origin === 'null'
    ? 'The page around this frame keeps it from loading its parts (a sandbox without “allow-same-origin”). Open it in a page of its own:'
    : 'A part of this frame did not come, or does not run in this browser. Reload, or open it in a page of its own:';
  main.replaceChildren(line);
}

addEventListener('error', (event) => {
  if (event.target instanceof HTMLScriptElement || event instanceof ErrorEvent) fail();
}, true); // a script that does not come tells its element alone
addEventListener('unhandledrejection', fail);
