/** Every value that an event can be filtered by, as one number: what it is of, and an id. */
const kinds = {
  category: 1,
  tag: 2,
  venue: 3,
  organizer: 4,
  parent: 5,
  flag: 6,
  language: 7,
  search: 8,
  direct: 9,
  author: 10,
  status: 11,
} as const

/** Small numbers are kept without a box of their own: ids up to 134 million make one. */
const resource = 16

export const keyOf = (kind: keyof typeof kinds, id: number) => id * resource + kinds[kind]

export const flags = {
  featured: keyOf('flag', 1),
  ticketed: keyOf('flag', 2),
  protected: keyOf('flag', 3),
  located: keyOf('flag', 4),
  hidden: keyOf('flag', 5),
}
export const languageKeys = { en: keyOf('language', 1), fr: keyOf('language', 2) }

/** The kind and id of a key. */
export const isOf = (kind: keyof typeof kinds, key: number) => key % resource === kinds[kind]
export const idIn = (key: number) => Math.floor(key / resource)
