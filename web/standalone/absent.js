// What a single file leaves out: it lies nowhere that others could embed it from, and has nothing to keep for later.
export const openEmbed = () => {};
export const keepOffline = () => {};

/** Its styles are all in it. */
export const dressed = async () => {};
