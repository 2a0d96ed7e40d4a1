import { languages, type Sentence } from '../../../define/text/language.ts'
import type { Form, FormField } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { isDated } from './view.ts'

/** A column of a table, as the definition of its field says. */
export type Column = {
  name: string
  label: Sentence
  as: FormField['as'] | 'count' | 'changed' | 'languages' | 'events'
  field?: FormField
  /** The fields that it needs from the API. */
  asks: string[]
  /** The key that it is sorted by. */
  sort?: string
}

const tooLong: ReadonlySet<FormField['as']> = new Set([
  ...(['html', 'secret', 'choices', 'audience', 'custom', 'recurrence'] as const),
])

/** True for fields that do not fit in a cell. */
const isTooLong = ({ as, name }: FormField) => tooLong.has(as) || name === 'date_utc'

/** The columns that a table can have besides its first, the title. */
export function columnsOf(form: Form, forms: Record<string, Form>): Column[] {
  const columns = form.fields
    .filter(field => field.name !== form.titled && !isTooLong(field))
    .filter(({ as, of }) => as !== 'record' || of === 'user')
    .map(field => columnOf(field, forms))
  const isText = form.fields.some(({ name, isText }) => name === form.titled && isText)
  return [
    ...columns,
    ...(form.family === 'term' ? [used] : []),
    ...(isLinkedPost(form, forms) ? [events] : []),
    ...(isText ? [inLanguages] : []),
    lastChanged,
  ]
}

/** Records that events are linked to, besides terms. */
export const isLinkedPost = ({ name, family }: Form, forms: Record<string, Form>) =>
  family === 'post' &&
  Object.values(forms).some(
    form => isDated(form) && form.fields.some(({ as, of }) => as === 'records' && of === name),
  )

/** Columns that are no fields. */
const own = (
  name: string,
  as: Exclude<Column['as'], FormField['as']>,
  label: Sentence,
  asks: string[] = [],
): Column => ({ name, label, as, asks, sort: name })

const lastChanged = own('modified', 'changed', { en: 'Changed', fr: 'Modification' })
const inLanguages = own('languages', 'languages', { en: 'Languages', fr: 'Langues' })
const events = own('events', 'events', { en: 'Events', fr: 'Évènements' })
const used = own('count', 'count', { en: 'Events', fr: 'Évènements' }, ['count'])

function columnOf(field: FormField, forms: Record<string, Form>): Column {
  const { name, label, as } = field
  return { name, label, as, field, asks: asksOf(field, forms), sort: name }
}

function asksOf({ name, as, of }: FormField, forms: Record<string, Form>): string[] {
  if (as === 'terms') return [`${name}.id`, `${name}.name`]
  if (as === 'records') return [`${name}.id`, `${name}.${forms[of ?? '']?.titled ?? 'id'}`]
  if (as === 'image') return [`${name}.url`, `${name}.sizes.thumbnail.url`]
  if (name === 'start_date' || name === 'end_date') return [name, 'all_day', 'timezone']
  return [name]
}

/** The fields that show the title of a record: in each language, with its rights and status. */
export const titleAsks = ({ titled, fields, family }: Form): string[] => {
  const isText = fields.some(({ name, isText }) => name === titled && isText)
  const has = (name: string) => fields.some(field => field.name === name)
  return [
    'id',
    titled,
    ...(family === 'post' ? ['author'] : []),
    ...(has('status') ? ['status'] : []),
    ...(isText ? [...languages.map(of => `translations.${of}.${titled}`), 'language'] : []),
    ...(isText ? ['url'] : []),
    ...(has('event_status') ? ['event_status', 'availability', 'editing.returned'] : []),
  ]
}

/** Cancelled, postponed, online, few or no places left: what is not as of most events. */
export const statesIn = ({ fields }: Pick<Form, 'fields'>, row: Row): Sentence[] =>
  fields.flatMap(({ name, choices = [] }) =>
    name === 'event_status' || name === 'availability'
      ? choices
          .slice(1)
          .filter(([word]) => word === row[name] && word !== 'available')
          .map(([, label]) => label)
      : [],
  )

/** The default columns, in this order; of another resource what has few words. */
const usual: Record<string, readonly string[]> = {
  event: ['start_date', 'status', 'venue', 'categories', 'author'],
  venue: ['address', 'city', 'events', 'status'],
  organizer: ['email', 'website', 'events', 'status'],
  tag: ['slug', 'count'],
  category: ['slug', 'count'],
}

export const usualColumns = (form: { name: string }, columns: readonly Column[]): string[] =>
  [
    ...(usual[form.name] ??
      columns.filter(({ as }) => as === 'choice' || as === 'moment').map(({ name }) => name)),
  ].filter(name => columns.some(column => column.name === name))

/** The columns by their names, in the order of the names. */
export const chosenColumns = (columns: readonly Column[], names: readonly string[]): Column[] =>
  names.flatMap(name => columns.find(column => column.name === name) ?? [])

/** The number of events that are linked to records of a table. */
export const linkedTo = (rows: readonly Row[]): number =>
  rows.reduce((sum, { events, count }) => sum + Number(events ?? count ?? 0), 0)
