import { existing } from '../../define/base/objects.ts'
import { daySeconds, lastWall } from '../../define/time/clock.ts'
import { dateColumns } from '../contract/bounds.ts'
import type { Connection } from '../contract/connection.ts'
import {
  type Dates,
  type DatesChange,
  datesIn,
  detached,
  originalNow,
  ownColumns,
  removed,
  type SeriesDate,
  spanAmong,
  type WantedDate,
} from '../contract/series-date.ts'
import type { DatePatches, SettingDates, Transaction } from '../contract/store.ts'
import { dateNames, patchIn, seriesDateReader } from './date-reader.ts'
import type { GroupRows } from './group-rows.ts'
import type { Insertion } from './insertion.ts'
import { anyOf, type Dialect } from './schema.ts'

export const seriesDateColumns = [...dateNames, 'patch'] as const

/** Dates that a line of the journal names; of more it says between which they are. */
const maxNamed = 16

export type DateMemory = {
  connection: Connection
  dialect: Dialect
  rows: GroupRows
  insertion(): Insertion
  newIds(count: number): Promise<number[]>
  /** Gives an ID of a date to a record of a kind. */
  give(id: number, kind: string): Promise<void>
  /** True, once, if this group has inserted the event and no dates of it yet: they are inserted with it then. */
  takeFirst(event: number): boolean
  /** An event that this group may have inserted is given dates that there are. */
  noteDates(event: number): void
  /** Writes what the group has still to write of an event. */
  settled(event: number): Promise<void> | undefined
  /** The changes that are not in the journal yet, by series. */
  changes: Map<number, DatesChange>
  /** Series of which `derive` has not written the dates yet. */
  underived: Map<number, NewDates>
  /** All dates of series as a write leaves them, where it knows them, for the line in the journal that it has yet to write. */
  all: Map<number, readonly Dates[]>
}

/** The dates without rows in lists yet: new dates, which are as their series, from an original start on; or dates that may differ in anything. */
export type NewDates = number | 'changed'

type DateWriter = Pick<
  Transaction,
  'setDates' | 'moveDates' | 'detachDate' | 'patchDate' | 'takeDatesChange'
>

export function dateWriter(memory: DateMemory): DateWriter {
  const { connection, changes } = memory
  const { seriesDate, spanOf, datePatches } = seriesDateReader(memory)

  const note = (
    series: number,
    change: DatesChange,
    all?: readonly Dates[],
    what: NewDates = 'changed',
  ) => noteChange(memory, series, change, all, what)

  return {
    async setDates(series, wanted, how = {}) {
      if (memory.takeFirst(series)) {
        const dates = await setFirst(memory, series, wanted)
        return note(series, { was: undefined, is: spanAmong(dates), isNew: true }, dates)
      }
      await memory.settled(series)
      const { change, all, what } = await setDates(memory, series, wanted, how)
      note(series, change, all, what)
    },
    async moveDates(from, to, original) {
      const [left, reached] = await moveDates(memory, from, to, original)
      note(from, left)
      note(to, reached)
    },
    async detachDate(id, kind) {
      const date = await seriesDate(id)
      if (!date) return
      const { series } = date
      await memory.settled(series)
      const was = await spanOf(series)
      const patches = Object.fromEntries(await datePatches([id]))
      await connection.run("UPDATE series_date SET gone = ?, patch = '' WHERE id = ?", [
        detached,
        id,
      ])
      await memory.give(id, kind)
      note(series, {
        was,
        is: await spanOf(series),
        few: { was: date.gone ? [] : [datesIn(date)], is: [] },
        ...patchesIn(patches),
      })
    },
    async patchDate(id, patch, moved) {
      const date = await seriesDate(id)
      if (!date) return
      const { series } = date
      await memory.settled(series)
      const was = await spanOf(series)
      const before = (await datePatches([id])).get(id) ?? null
      const times = moved ?? date
      await connection.run(
        `UPDATE series_date SET patch = ?, ${dateColumns.map(name => `${name} = ?`).join(', ')} WHERE id = ?`,
        [patch ? JSON.stringify(patch) : '', ...dateColumns.map(name => times[name]), id],
      )
      note(series, { was, is: await spanOf(series), patches: { [id]: before } })
    },
    takeDatesChange(series) {
      const change = changes.get(series)
      changes.delete(series)
      return change
    },
  }
}

/** A later change of the same write leaves what was before the first. `all`: the dates after it, where they are at hand. */
function noteChange(
  { changes, underived, all: stored }: DateMemory,
  series: number,
  change: DatesChange,
  all: readonly Dates[] | undefined,
  what: NewDates,
) {
  const earlier = changes.get(series)
  const before = underived.get(series) ?? what
  const isChanged = before === 'changed' || what === 'changed'
  underived.set(series, isChanged ? 'changed' : Math.min(before, what))
  if (all) stored.set(series, all)
  else stored.delete(series)
  if (!earlier) {
    changes.set(series, change)
    return
  }
  const patches = { ...change.patches, ...earlier.patches }
  const hasPatches = change.patches !== undefined || earlier.patches !== undefined
  changes.set(series, { was: earlier.was, is: change.is, ...(hasPatches && { patches }) })
}

/** Moves the dates from an original start on to the other series; returns the changes of both. */
async function moveDates(memory: DateMemory, from: number, to: number, original: number) {
  const { spanOf, overridesOf } = seriesDateReader(memory)
  for (const series of [from, to]) {
    memory.noteDates(series)
    await memory.settled(series)
  }
  const was = [await spanOf(from), await spanOf(to)] as const
  const moving = (await overridesOf(from)).filter(date => date.original >= original)
  await memory.connection.run(
    `UPDATE series_date SET series = ?
      WHERE series = ? AND CASE WHEN gone = 0 THEN original ELSE original + COALESCE(moved, 0) END >= ?`,
    [to, from, original],
  )
  const leaving = Object.fromEntries(moving.map(({ id, patch }) => [id, patch]))
  const arriving = Object.fromEntries(moving.map(({ id }) => [id, null]))
  const left: DatesChange = { was: was[0], is: await spanOf(from), ...patchesIn(leaving) }
  const reached: DatesChange = { was: was[1], is: await spanOf(to), ...patchesIn(arriving) }
  return [left, reached] as const
}

/** Removes the dates of an event that goes, if it is a series. Its line of the journal says when they were. */
export async function removeDates(memory: DateMemory, event: number) {
  const { connection, changes, all } = memory
  const { spanOf, overridesOf } = seriesDateReader(memory)
  const was = await spanOf(event)
  if (was) {
    const patches = (await overridesOf(event)).map(({ id, patch }) => [id, patch] as const)
    changes.set(event, { was, is: undefined, ...patchesIn(Object.fromEntries(patches)) })
  }
  all.delete(event)
  await connection.run('DELETE FROM series_date WHERE series = ?', [event])
}

/** The dates of a series that is being created. */
async function setFirst(
  memory: DateMemory,
  series: number,
  wanted: readonly WantedDate[],
): Promise<readonly Dates[]> {
  const dates = await withIds(memory, wanted)
  const into = memory.insertion()
  memory.rows.add(
    'series_date',
    into.rows,
    dates.map(date => into.valuesOf(rowOf(series, date))),
  )
  return dates
}

/** A few statements, however many dates there are. */
async function setDates(
  memory: DateMemory,
  series: number,
  wanted: readonly WantedDate[],
  { step = 0, from = Number.MIN_SAFE_INTEGER, timesOf = byRule => byRule }: SettingDates,
): Promise<{ change: DatesChange; all: readonly Dates[] | undefined; what: NewDates }> {
  const { connection, dialect } = memory
  const { spanOf } = seriesDateReader(memory)
  const isPart = from > Number.MIN_SAFE_INTEGER
  const before = isPart ? await spanOf(series) : undefined
  const had = await connection.all<SeriesDate & { patch: string }>(
    `SELECT ${seriesDateColumns.join(', ')}, moved FROM series_date
      WHERE series = ? AND original >= ? AND gone <> ?`,
    [series, from, detached],
  )
  const { changed, added, dropped } = matchDates(had, wanted, step, (was, is) =>
    patchOf(was) === '' ? is : timesOf(is, patchIn(was.patch)),
  )
  if (dropped.length > 0) {
    const { sql, values } = anyOf(
      'id',
      dropped.map(({ id }) => id),
      dialect,
    )
    await connection.run(`UPDATE series_date SET gone = ?, patch = '' WHERE ${sql}`, [
      removed,
      ...values,
    ])
  }
  // Dates that are gone keep the start that their URLs have.
  if (step !== 0)
    await connection.run(
      `UPDATE series_date SET original = CASE WHEN gone = 0 THEN original + ? ELSE original END,
          moved = CASE WHEN gone = 0 THEN NULL ELSE COALESCE(moved, 0) + ? END
        WHERE series = ?`,
      [step, step, series],
    )
  if (changed.length > 0) {
    const { sql, values } = anyOf(
      'id',
      changed.map(({ is }) => is.id),
      dialect,
    )
    await connection.run(`DELETE FROM series_date WHERE ${sql}`, values)
  }
  const more = await withIds(memory, added)
  const into = memory.insertion()
  await into.rows([
    ...changed.map(({ was, is }) => into.valuesOf(rowOf(series, is, patchOf(was)))),
    ...more.map(date => into.valuesOf(rowOf(series, date))),
  ])
  const were = [...changed.map(({ was }) => was), ...dropped].filter(date => !date.gone)
  const are = [...changed.map(({ is }) => is), ...more]
  const isAddition = step === 0 && changed.length + dropped.length === 0
  const what = isAddition ? Math.min(lastWall, ...added.map(({ original }) => original)) : 'changed'
  const isFew = were.length <= maxNamed && are.length <= maxNamed
  const change = {
    was: isPart ? before : spanAmong(had.filter(date => !date.gone)),
    is: !isPart ? spanAmong(wanted) : isAddition ? spanAmong(more, before) : await spanOf(series),
    ...(isFew && { few: { was: were.map(datesIn), is: are.map(datesIn) } }),
    ...patchesIn(
      Object.fromEntries(
        dropped.flatMap(({ id, patch }) => (patch === '' ? [] : [[id, patchIn(patch)]])),
      ),
    ),
  }
  if (isPart) return { change, all: undefined, what }
  const left = new Set<Dates>([...changed.map(({ was }) => was), ...dropped])
  return { change, all: [...had.filter(date => !date.gone && !left.has(date)), ...are], what }
}

/** A removed date loses its own values, so it returns as a regular date; the previous version has them. */
const patchOf = (date: { gone: number; patch: string }) => (date.gone ? '' : date.patch)

const patchesIn = (patches: DatePatches): Pick<DatesChange, 'patches'> =>
  Object.keys(patches).length > 0 ? { patches } : {}

async function withIds(memory: DateMemory, wanted: readonly WantedDate[]): Promise<Dates[]> {
  if (wanted.length === 0) return []
  const ids = await memory.newIds(wanted.length)
  return wanted.map((date, at) => ({ ...date, id: existing(ids[at]) }))
}

const rowOf = (series: number, date: Dates, patch = '') => ({ ...date, series, gone: 0, patch })

/** The dates of a series that stay, change, come and go. */
type MatchedDates<D extends SeriesDate> = {
  /** The earlier dates with their new state, where it differs. */
  changed: { was: D; is: Dates }[]
  added: WantedDate[]
  dropped: D[]
}

/**
 * Finds the dates of a series among those that it is to have (R9): those of the same original start, then those of the same day, in
 * their order. A date that was gone comes back with its ID when its original start does. `step`: seconds by which all originals move.
 * `timesOf`: when a date is that has times of its own.
 */
function matchDates<D extends SeriesDate>(
  had: readonly D[],
  wanted: readonly WantedDate[],
  step = 0,
  timesOf: (was: D, is: WantedDate) => WantedDate = (_, is) => is,
): MatchedDates<D> {
  const byOriginal = new Map<number, D>()
  for (const date of had) {
    const at = originalNow(date) + step
    if (!date.gone || !byOriginal.has(at)) byOriginal.set(at, date)
  }
  const matched = new Map<WantedDate, D>()
  const taken = new Set<D>()
  const take = (is: WantedDate, was: D | undefined) => {
    if (!was) return
    matched.set(is, was)
    taken.add(was)
  }
  for (const is of wanted) take(is, byOriginal.get(is.original))
  const free = Map.groupBy(
    had.filter(was => !was.gone && !taken.has(was)).sort((a, b) => a.original - b.original),
    was => dayOf(was.original + step),
  )
  for (const is of wanted) if (!matched.has(is)) take(is, free.get(dayOf(is.original))?.shift())
  const changed: MatchedDates<D>['changed'] = []
  for (const [is, was] of matched) {
    const date = { ...timesOf(was, is), id: was.id }
    if (was.gone || ownColumns.some(name => was[name] !== date[name]))
      changed.push({ was, is: date })
  }
  return {
    changed,
    added: wanted.filter(is => !matched.has(is)),
    dropped: had.filter(was => !was.gone && !taken.has(was)),
  }
}

const dayOf = (wall: number) => Math.floor(wall / daySeconds)
