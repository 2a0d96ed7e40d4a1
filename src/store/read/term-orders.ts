/** What terms may be sorted by. */
export const termOrders = [
  'name',
  'id',
  'slug',
  'count',
  'description',
  'parent',
  'include',
  'none',
] as const
export type TermOrder = (typeof termOrders)[number]
