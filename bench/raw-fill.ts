import type { RawEvent, RawRow } from './raw-rows.ts'

export type Value = RawRow['values'][string]
/** What stands in the place of a value in the copy of an event that has this number. */
export type Fill = (id: number) => Value

export const fillOf = ({ id: event, number }: RawEvent, value: Value): Fill => {
  if (value === event) return id => id
  if (typeof value !== 'string' || !value.includes(String(number))) return () => value
  const parts = value.split(String(number))
  return id => parts.join(String(id))
}
