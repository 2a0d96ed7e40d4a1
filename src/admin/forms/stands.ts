import type { FormField } from './model.ts'

type Facts = Readonly<Record<string, unknown>>

/** Is the field of any use, as the form stands? */
export const isShown = ({ shownWhen }: FormField, facts: Facts) =>
  shownWhen === undefined || shownWhen.is.some(value => value === facts[shownWhen.field])

/** Is it a day without its time, as the form stands? */
export const isDay = ({ dayWhen }: FormField, facts: Facts) =>
  dayWhen !== undefined && facts[dayWhen] === true
