import { isNameIn } from '../../../define/base/objects.ts'
import { allTime } from '../../../define/time/all-time.ts'
import type { Counts, Query } from '../../../sdk/index.ts'
import type { Form } from '../../forms/model.ts'
import { defaultWhen, isDated, lacking, tabOf, tabsOf, type View, whenIn } from './view.ts'

type Asking = {
  form: Pick<Form, 'family' | 'fields'>
  view: View
  /** The date it is, on the clock of the site. */
  today: string
  user: number
}

/** The request to the API for a view: its records, in ascending or descending order. */
export function questionOf({ form, view, today, user }: Asking): Query {
  const isEvents = isDated(form)
  return {
    ...(view.search && { search: view.search }),
    ...(form.family === 'term' && { hide_empty: false }),
    ...(form.family === 'term' && !view.sort && view.isDown && { order: 'desc' }),
    ...(view.missing && { ml_missing: view.missing }),
    ...(view.isUpcoming && !isEvents && { only_with_upcoming: true }),
    ...statusOf(form, view),
    ...(isEvents && {
      occurrences: 'series',
      ...(view.category && { categories: view.category }),
      ...factsOf(view),
      ...(tabOf(view).isMine && { author: user }),
      ...(!view.sort && view.isDown && { sort: '-start_date' }),
      ...datesOf(view.when, today),
    }),
  }
}

/** The filters of events that lists and counts call the same. */
const factsOf = ({ venue, organizer, author, eventStatus, lacks }: View): Query => ({
  ...(venue && { venue }),
  ...(organizer && { organizer }),
  ...(author && { author }),
  ...(eventStatus && { event_status: eventStatus }),
  ...(lacks && lacking[lacks]),
})

/** The fields of the records of a table, and of series what says which they are. */
export const fieldsOf = (form: Pick<Form, 'fields'>, fields: readonly string[]) =>
  (isDated(form) ? [...fields, 'series', 'occurrence_count'] : fields).join()

/** The order of a view that is not that of the API. */
export const sortOf = ({ sort, isDown }: View) => (sort ? `${isDown ? '-' : ''}${sort}` : undefined)

/** The request for the counts of the tabs of a view: with the same filters, and the dates of those tabs that have some. */
export function countQuestion(form: Pick<Form, 'fields'>, view: View, today: string): Query {
  const { search, missing } = view
  const texts = { ...(search && { search }), ...(missing && { ml_missing: missing }) }
  if (!isDated(form)) return { ...texts, ...(view.isUpcoming && { only_with_upcoming: true }) }
  const when = view.when === defaultWhen(view.tab) ? defaultWhen('all') : view.when
  return {
    ...texts,
    ...(view.category && { category: view.category }),
    ...factsOf(view),
    ...(when !== 'all' && datesOf(when, today)),
  }
}

/** The number of records in each tab of a view; `later`: within dates. */
export const countsOf = (
  form: Pick<Form, 'fields'>,
  view: View,
  { counts, later = counts }: { counts: Counts; later?: Counts },
): Record<string, number | undefined> =>
  Object.fromEntries(
    tabsOf(form).map(({ id, status, isMine }) => {
      const from = whenIn(view, id) === 'all' ? counts : later
      const names = isMine ? ['mine'] : (status?.split(',') ?? ['all'])
      const numbers = names.flatMap(name => (isNameIn(from, name) ? (from[name] ?? []) : []))
      return [id, numbers.length > 0 ? numbers.reduce((a, b) => a + b) : undefined]
    }),
  )

function statusOf(form: Pick<Form, 'fields'>, view: View): Query {
  if (!form.fields.some(({ name }) => name === 'status')) return {}
  const { status } = tabOf(view)
  return status ? { status } : {}
}

/** Days from today on, by name. */
const daysOf: Record<string, number> = { today: 1, week: 7, fourweeks: 28 }

/** Without dates the API shows two years from yesterday on. */
export function datesOf(when: string, today: string): Query {
  if (when === 'all') return allTime
  if (when === 'past') return { ends_before: dayAfter(today, -1) }
  if (when === 'upcoming') return { ends_after: dayAfter(today, -1) }
  const days = daysOf[when]
  if (days) return { ends_after: dayAfter(today, -1), starts_before: dayAfter(today, days - 1) }
  const [year = 0, month = 0] = when.split('-').map(Number)
  const first = `${when}-01`
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  return { ends_after: dayAfter(first, -1), starts_before: dayAfter(next, -1) }
}

/** A date some days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Months around a date, for a choice. */
export function monthsAround(today: string, before = 12, after = 24): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: before + after + 1 }, (_, at) =>
    new Date(Date.UTC(year, month - 1 + at - before, 1)).toISOString().slice(0, 7),
  )
}
