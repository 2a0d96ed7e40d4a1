/**
 * So many entries in an LRU cache. Its own `max` makes the room for all of them at once: fifteen milliseconds of the start,
 * and memory that most processes never fill.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
