import { isObject, namesIn as keysOf } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import type { Language } from '../../define/text/language.ts'
import { type Availability, eventStatusNames, resources } from '../../resources/index.ts'
import { withScheme } from '../base/fitted-id.ts'
import type { Item } from '../base/item.ts'
import { daysAfter } from '../times/days.ts'
import { type CellReading, cellValue, namesIn, wordsIn } from './cell-values.ts'
import { decimal, isPrivate, unguarded } from './cells.ts'
import { type Column, customColumn, fieldsIn, type RowKind } from './columns.ts'
import { type Cells, cellOf, cellsOf, type DaysAbove, timesOf } from './row-times.ts'
import {
  cellLeftOut,
  formulaLeftOut,
  isOfComingYear,
  noPublication,
  placeAlone,
  siteZone,
  unknownState,
} from './table-notes.ts'

/** A table whose rows are read. */
export type Table = {
  kind: RowKind
  columns: readonly (Column | undefined)[]
  headings: readonly string[]
  reading: CellReading
  language?: Language | undefined
  above: DaysAbove
  /** The same where days without a year are those of the last half year: set with the first of them. */
  past?: DaysAbove
}

/** The content of a row: its own ID, if it has one; otherwise the values that identify it; and its values as the API takes them. */
type RowValues = {
  id: string
  fingerprint: string[]
  values: Values
  notes: FieldError[]
  /** The cell of the dates that differ from the series. */
  dates: string
  /** The row has no start. */
  refused?: FieldError
  /** Where the year is not written and its day was in the last half year: the times on it. */
  earlier?: Pick<Item, 'values'> & { notes: FieldError[] }
}

/** Read together with others. */
const parts = new Set(
  `id skip start_date start_time end_date end_time venue other_venues organizer cost address2 recurrence post_parent
  currency_code currency_symbol currency_position status event_status private publication_date timezone`.split(
    /\s+/,
  ),
)

/** The values of a row. Cells that are empty are not sent, but for those of a text, which they clear; those that cannot be read are left out. */
export function valuesOf(row: readonly string[], table: Table): RowValues {
  const { kind } = table
  let earlier: RowValues['earlier']
  const cells = cellsOf(row, table)
  const notes: FieldError[] = cells.formulas.map(formulaLeftOut)
  const values = plainValues(cells, table, notes)
  const translations = translationsIn(row, table, notes)
  let refused: FieldError | undefined
  const { reading } = table
  if (isDated(kind)) {
    const { times, past } = timesOfRow(cells, table)
    if ('refused' in times) refused = times.refused
    else {
      Object.assign(values, { ...recurrenceIn(cells) }, times.values)
      // before those of the times
      earlier = past && { values: past.values, notes: [...notes, ...past.notes] }
      notes.push(...times.notes)
    }
    Object.assign(values, statesOf(cells, reading, notes), linksOf(cells, reading, notes))
    Object.assign(values, zoneOf(cells, reading, notes), costOf(cells, reading, notes))
    if (values.online_url && values.attendance === undefined)
      values.attendance = cells.get('venue') ? 'mixed' : 'online'
  } else {
    values[kind] = cells.get(kind) ?? ''
    const second = cells.get('address2')
    if (second) values.address = [cells.get('address'), second].filter(Boolean).join(', ')
  }
  if (keysOf(translations).length > 0) values.translations = translations
  const custom = customIn(row, table, notes)
  if (keysOf(custom).length > 0)
    values.custom_fields = isObject(values.custom_fields)
      ? { ...values.custom_fields, ...custom }
      : custom
  const title =
    cells.get(isDated(kind) ? 'title' : kind) || String(Object.values(translations)[0]?.title ?? '')
  return {
    id: cells.get('id') ?? '',
    fingerprint: [
      kind,
      title,
      String(values.start_date ?? ''),
      cells.get(isDated(kind) ? 'venue' : 'city') ?? '',
    ],
    values,
    notes,
    dates: cells.get('dates') ?? '',
    ...(refused && { refused }),
    ...(earlier && { earlier }),
  }
}

const halfYear = 183

/** The times of a row; `past`: those on its day in the last half year, where the year is not written (I1). */
function timesOfRow(cells: Cells, table: Table) {
  const { reading, above } = table
  const before = { ...above }
  const times = timesOf(cells, reading, above)
  if ('refused' in times) return { times }
  if (!table.past && !times.notes.some(isOfComingYear)) return { times }
  table.past ??= before
  const then = timesOf(cells, inLastHalfYear(reading), table.past)
  if ('refused' in then || then.values.start_date === times.values.start_date) return { times }
  return { times, past: { ...then, notes: then.notes.filter(note => !isOfComingYear(note)) } }
}

/** The reading of days without a year as those of the last half year, where they were in it. */
export const inLastHalfYear = (reading: CellReading): CellReading => ({
  ...reading,
  today: daysAfter(reading.today, -halfYear),
})

const typeOf = (kind: RowKind, field: string) => fieldsIn(resources[kind])[field]?.type

const optionals = new Set(['slug', 'image', 'title'])

function plainValues(cells: Cells, { kind, reading }: Table, notes: FieldError[]): Values {
  const values: Values = {}
  for (const field of cells.names) {
    const type = typeOf(kind, field)
    const cell = cells.get(field) ?? ''
    if (!type || parts.has(field) || (cell === '' && optionals.has(field))) continue
    // without its title a record is refused, by the checks of every write
    if (field === resources[kind].titled) values[field] = cell
    else {
      const read = cellValue(type, cells.headingOf(field), cell, reading)
      if (read.note) notes.push(read.note)
      if ('value' in read) values[field] = read.value
    }
  }
  return values
}

function translationsIn(
  row: readonly string[],
  { kind, columns, headings, reading }: Table,
  notes: FieldError[],
): Record<string, Values> {
  const translations: Record<string, Values> = {}
  for (const [at, column] of columns.entries()) {
    const cell = unguarded((row[at] ?? '').trim())
    const type = column?.language && typeOf(kind, column.field)
    if (!column?.language || !type || cell === '') continue
    const read = cellValue(type, headings[at] ?? '', cell, reading)
    if (read.note) notes.push(read.note)
    if ('value' in read)
      translations[column.language] = {
        ...translations[column.language],
        [column.field]: read.value,
      }
  }
  return translations
}

/** The values of fields that the site has defined, each from its own columns; an empty cell clears one. */
function customIn(
  row: readonly string[],
  { columns, headings, reading, language }: Table,
  notes: FieldError[],
): Values {
  const custom: Values = {}
  const { check } = reading
  const main = language ?? check.language ?? 'en'
  for (const [at, column] of columns.entries()) {
    const field = check.customFields?.find(({ name }) => customColumn(name) === column?.field)
    if (!field) continue
    const { name, type, isTranslated } = field
    const cell = unguarded((row[at] ?? '').trim())
    const written = type === 'number' ? decimal(cell) : type === 'link' ? withScheme(cell) : cell
    const value = cell === '' ? null : written
    const own = isTranslated ? { [column?.language ?? main]: value } : value
    const checked = resources.event.fields.custom_fields.type.check({ [name]: own }, check)
    const [[, error] = []] = 'fieldError' in checked ? (checked.fieldError.within ?? []) : []
    if (error) notes.push(cellLeftOut({ column: headings[at] ?? '', value: cell }, error))
    else custom[name] = isObject(own) && isObject(custom[name]) ? { ...custom[name], ...own } : own
  }
  return custom
}

function recurrenceIn(cells: Cells): Values {
  const cell = cells.get('recurrence')
  return cell === undefined ? {} : { recurrence: wordsIn(cell, /[\n|]/) }
}

/** The states of publication and of the event. One that may not be public is not. */
function statesOf(cells: Cells, reading: CellReading, notes: FieldError[]): Values {
  const values: Values = {}
  for (const field of ['event_status', 'status']) {
    const cell = cells.get(field)
    if (!cell) continue
    const state = stateOf(cell)
    if (state) Object.assign(values, state)
    else {
      notes.push(unknownState(cellOf(cells, field)))
      values.status = 'draft'
    }
  }
  const published = cells.get('publication_date')
  if (published) {
    const type = resources.event.fields.date.type
    const read = cellValue(type, cells.headingOf('publication_date'), published, reading)
    if (read.note) notes.push(read.note)
    else values.date = read.value
  }
  if (values.status === 'future' && values.date === undefined) {
    notes.push(noPublication(cellOf(cells, 'status')))
    values.status = 'draft'
  }
  const isOpen =
    values.status === undefined || ['publish', 'future'].includes(String(values.status))
  if (isOpen && isPrivate(cells.get('private') ?? '')) values.status = 'private'
  return values
}

function zoneOf(cells: Cells, reading: CellReading, notes: FieldError[]): Values {
  const cell = cells.get('timezone')
  if (!cell) return {}
  const read = cellValue(
    resources.event.fields.timezone.type,
    cells.headingOf('timezone'),
    cell,
    reading,
  )
  if ('value' in read) return { timezone: read.value }
  notes.push(siteZone(cellOf(cells, 'timezone'), reading.check.zone))
  return {}
}

/** A name of digits alone is an ID where a record has it; in quotes it is always a name. */
const named = (field: 'venue' | 'organizer', name: string, isQuoted: boolean): Values =>
  /^\d+$/.test(name) && !isQuoted ? { digits: name } : { [field]: name }

function linksOf(cells: Cells, reading: CellReading, notes: FieldError[]): Values {
  const values: Values = {}
  const [venue, others] = [cells.get('venue'), cells.get('other_venues')]
  if (venue !== undefined || others !== undefined)
    values.venue = [
      ...venueOf(venue ?? '', cells, reading, notes),
      ...namesIn(others ?? '').map(({ name, isQuoted }) => named('venue', name, isQuoted)),
    ]
  else venueOf('', cells, reading, notes)
  const organizers = cells.get('organizer')
  if (organizers !== undefined)
    values.organizer = namesIn(organizers).map(({ name, isQuoted }) =>
      named('organizer', name, isQuoted),
    )
  const parent = cells.get('post_parent')
  if (parent) values.post_parent = { source_id: parent }
  return values
}

function venueOf(name: string, cells: Cells, reading: CellReading, notes: FieldError[]): Values[] {
  const more: Values = {}
  for (const column of cells.names) {
    const [, field = ''] = /^venue\.(.+)$/.exec(column) ?? []
    const type = typeOf('venue', field)
    const cell = cells.get(column)
    if (!type || !cell) continue
    if (name === '') {
      notes.push(placeAlone(cellOf(cells, column)))
      continue
    }
    const read = cellValue(type, cells.headingOf(column), cell, reading)
    if (read.note) notes.push(read.note)
    if ('value' in read) more[field] = read.value
  }
  if (name === '') return []
  const [, digits] = /^"(\d+)"$/.exec(name) ?? []
  return [{ ...named('venue', digits ?? name, digits !== undefined), ...more }]
}

/** The cost as it is shown: a bare number with the currency of the row. */
function costOf(cells: Cells, reading: CellReading, notes: FieldError[]): Values {
  const cost = cells.get('cost')
  if (cost === undefined) return {}
  const written = withCurrency(cost, cells)
  const { type } = resources.event.fields.cost
  const read = cellValue(type, cells.headingOf('cost'), written, reading)
  if (read.note) notes.push(read.note)
  return 'value' in read ? { cost: read.value } : {}
}

function withCurrency(cost: string, cells: Cells): string {
  const symbol = cells.get('currency_symbol') || ''
  const code = cells.get('currency_code') || ''
  if (!/^\d+([.,]\d+)?$/.test(cost) || Number(cost.replace(',', '.')) === 0) return cost
  const isAfter = /suffix|post|after|après/i.test(cells.get('currency_position') ?? '')
  if (symbol) return isAfter ? `${cost} ${symbol}` : `${symbol}${cost}`
  return code ? `${cost} ${code}` : cost
}

/** Words of tables for the state of publication, folded, besides those of the API and its labels. */
const published: Record<string, string> = {
  publish:
    'published|confirmed|confirme|confirmee|valide|validee|ok|live|public|active|actif|en ligne|veroffentlicht|bestatigt|publicado|confirmado|pubblicato|confermato|gepubliceerd|bevestigd|publiee',
  draft: 'entwurf|borrador|bozza|concept|unpublished|tentative|provisoire',
  pending: 'pending|en attente|a relire|a valider|in review|to review',
  private: 'privee|privat|privado|privato|confidential|confidentiel|vertraulich',
}

/** The same for whether an event takes place. */
const held: Record<string, string> = {
  scheduled: 'planned|prevue|maintenu|maintenue|geplant|programado|programmato|gepland',
  cancelled: 'canceled|annulee|abgesagt|cancelado|anulado|annullato|geannuleerd|afgelast',
  postponed: 'reportee|verschoben|aplazado|pospuesto|rinviato|uitgesteld',
  moved_online: 'passe en ligne',
}

/** Public, and nothing to be had. */
const soldOut = 'sold out|complet|ausverkauft|agotado|esaurito|uitverkocht'

type State = { status: string; availability?: Availability } | { event_status: string }

const states = new Map<string, State>()
for (const [status, words] of Object.entries(published))
  for (const word of words.split('|')) states.set(word, { status })
for (const word of soldOut.split('|'))
  states.set(word, { status: 'publish', availability: 'sold_out' })
for (const [event_status, words] of Object.entries(held))
  for (const word of words.split('|')) states.set(word, { event_status })
for (const [status, label] of Object.entries(resources.event.fields.status.type.choices ?? {}))
  for (const word of [status, ...Object.values(label)])
    states.set(fold(word.replace('-', ' ')), { status })
for (const [event_status, label] of Object.entries(eventStatusNames))
  for (const word of [event_status, ...Object.values(label)])
    states.set(fold(word.replace('_', ' ')), { event_status })

/** The state that a word names, of publication or of the event, whatever column it stands in. */
const stateOf = (written: string): State | undefined =>
  states.get(fold(written.replace(/[_-]/g, ' ')).trim())
