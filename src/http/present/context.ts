import type { ShowContext } from '../../define/show-context.ts'

/** The parts of a request that presenting a record needs, and one character that identifies them. */
export type Show = ShowContext & { key: string }
