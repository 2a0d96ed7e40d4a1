import type { Form, FormField } from './model.ts'
import type { Value, Values } from './values.ts'

type Facts = Values['facts']

const hour = 3_600_000

/** Common fields once one of them is set: dates that follow another stay as long after it, and hours come back with “all day” gone. */
export function withFact(
  { fields }: Pick<Form, 'fields'>,
  facts: Facts,
  name: string,
  value: Value,
) {
  const next: Facts = { ...facts, [name]: value }
  for (const field of fields) {
    if (field.follows === name) next[field.name] = followed(field, facts, name, value)
    if (field.dayWhen === name && value === false)
      next[field.name] = withTime(String(facts[field.name] ?? ''))
  }
  return next
}

/** The value of a date after the one that it follows has moved; without a value of its own, it is an hour later. */
function followed({ name }: FormField, facts: Facts, leader: string, value: Value): Value {
  const [before, after, own] = [facts[leader], value, facts[name]].map(instantOf)
  if (after === undefined) return facts[name] ?? ''
  if (own === undefined) return wallAt(after + hour)
  if (before === undefined) return own < after ? wallAt(after + hour) : (facts[name] ?? '')
  return own < before ? (facts[name] ?? '') : wallAt(own + after - before)
}

/** Walls are compared as if they were in UTC; undefined for a text that is no date, or only half of one. */
function instantOf(value: Value | undefined): number | undefined {
  const text = String(value ?? '')
  const at = Date.parse(text.includes('T') ? `${text}Z` : text)
  return text === '' || Number.isNaN(at) ? undefined : at
}

const wallAt = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/:00$/, '')

/** A day that gets its hours back: those it had, or midnight; of the last second of a day, the minute. */
const withTime = (value: string) =>
  value === '' || value.includes('T') ? value.replace(/:59:59$/, ':59') : `${value}T00:00`
