// The script that a page includes, as a module or not. embed.html lies beside it.
import { define } from './define.js';

const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : [...document.scripts].find(({ src }) => /\/embed\.js([?#]|$)/.test(src));
define(own ? new URL('embed.html', own.src).href : '');
