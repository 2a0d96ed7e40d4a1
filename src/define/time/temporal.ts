/** The Temporal of the runtime; only an older one needs the polyfill, which is large. */
export const { Temporal } = globalThis.Temporal ? globalThis : await import('temporal-polyfill')
