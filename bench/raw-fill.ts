import type { RawEvent, RawRow } from './raw-rows.ts'

export type Value = RawRow['values'][string]
/** The value in the copy of the event with this number. */
export type Fill = (id: number) => Value

export const fillOf = ({ id: event, number }: RawEvent, value: Value): Fill => {
  if (value === event) return id => id
  if (typeof value !== 'string' || !value.includes(String(number))) return () => value
  const parts = value.split(String(number))
  return id => parts.join(String(id))
}
