/** The first and the last day that a date can have. Lists show two years from yesterday on where a request names no dates. */
export const allTime = { start_date: '0001-01-01', end_date: '9999-12-31' } as const
