/** <ridgepoint-calculator scenario view controls theme height label src> */
export class RidgepointCalculator extends HTMLElement {
  /** The address of embed.html for elements without a `src` of their own. */
  static page: string;
}

/** Registers the element. `page`: address of embed.html, which with its neighbours has to be served from somewhere. */
export function define(page: string): void;
