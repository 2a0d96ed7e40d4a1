/** The orders of terms. */
export const termOrders = [
  'name',
  'id',
  'slug',
  'count',
  'description',
  'parent',
  'modified',
  'position',
  'include',
  'none',
] as const
export type TermOrder = (typeof termOrders)[number]
