/** Events that wait for an editor, of any time: the list looks ahead by itself. */
export const waiting = {
  status: ['pending'],
  start_date: '1000-01-01',
  end_date: '9999-01-01',
} as const
