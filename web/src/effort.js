// How much each search of an answer may try (the engine's option "effort").

/** On the page's own thread: enough for every scenario of tests/golden and every preset. What is left a worker does. */
export const LITTLE = 150;

/** The most there is. */
export const ALL = 500;
