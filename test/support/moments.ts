/** A text without its moments: the index and OPTIONS tell computed defaults, and a second or midnight may pass between two readings. */
export const timeless = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'a moment')
