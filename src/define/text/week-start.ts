import { namesIn } from '../base/objects.ts'

/** The days on which weeks may begin, as `weekdayOf` numbers them. */
export const weekStarts = { monday: 1, sunday: 0, saturday: 6 } as const
export type WeekStart = keyof typeof weekStarts
export const weekStartNames = namesIn(weekStarts)

/** The seven days of a week from the first on, as `weekdayOf` numbers them. */
export const weekFrom = (start: WeekStart): number[] =>
  Array.from({ length: 7 }, (_, at) => (weekStarts[start] + at) % 7)
