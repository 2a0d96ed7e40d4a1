import { tableOf } from '../../define/base/objects.ts'
import { postLinkKinds } from '../../define/record.ts'

export const comparedKinds = ['event', ...postLinkKinds] as const
/** Ids of records that are compared with the database, by kind. */
export type Compared = Record<(typeof comparedKinds)[number], number[]>

export const noneCompared = (): Compared => tableOf(comparedKinds, () => [])
export const sizeOf = (ids: Compared) =>
  comparedKinds.reduce((sum, kind) => sum + ids[kind].length, 0)
