/** Every value that an event can be filtered by, as one number: what it is of, and an id. */
const kinds = { category: 1, tag: 2, venue: 3, organizer: 4, parent: 5, flag: 6, language: 7, search: 8, direct: 9 } as const

const room = 2 ** 40

export const keyOf = (kind: keyof typeof kinds, id: number) => kinds[kind] * room + id

export const flags = { featured: keyOf('flag', 1), ticketed: keyOf('flag', 2), protected: keyOf('flag', 3) }
export const languageKeys = { en: keyOf('language', 1), fr: keyOf('language', 2) }

/** The kind and id of a key. */
export const isOf = (kind: keyof typeof kinds, key: number) => Math.floor(key / room) === kinds[kind]
export const idIn = (key: number) => key % room
