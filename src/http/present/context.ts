import type { ShowContext } from '../../define/show-context.ts'

/** What a record needs to know of the request to be shown, and one character that names it. */
export type Show = ShowContext & { key: string }
