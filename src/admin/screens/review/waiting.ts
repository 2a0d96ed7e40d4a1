import { allTime } from '../../../define/time/all-time.ts'

/** Events that wait for an editor, of any time: the list looks ahead by itself. */
export const waiting = {
  status: ['pending'],
  ...allTime,
} as const
