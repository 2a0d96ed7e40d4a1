import type { Connection } from '../connection.ts'
import { anyOf, type Dialect } from '../form/schema.ts'
import {
  type Dates,
  type DatesChange,
  datesIn,
  type SeriesDate,
  spanAmong,
  type WantedDate,
} from '../form/series-date.ts'
import { dateColumns } from '../read/bounds.ts'
import { dateNames, patchIn, seriesDateReader } from '../read/series-dates.ts'
import type { SettingDates, Transaction } from '../store.ts'
import type { GroupRows } from './group-rows.ts'
import type { Insertion } from './insertion.ts'
import { matchDates } from './match-dates.ts'

export const seriesDateColumns = [...dateNames, 'patch'] as const

/** Dates that a line of the journal names; of more it says between which they are. */
const mostNamed = 16

export type DateMemory = {
  connection: Connection
  dialect: Dialect
  rows: GroupRows
  insertion(): Insertion
  newIds(count: number): Promise<number[]>
  /** Gives an ID of a date to a record of a kind. */
  give(id: number, kind: string): Promise<void>
  /** Has this group inserted the event, and no dates of it yet? They go in with it then. Asked once. */
  isFirst(event: number): boolean
  /** An event that this group may have inserted is given dates that there are. */
  hasDates(event: number): void
  /** Writes what the group has still to write of an event. */
  settled(event: number): Promise<void> | undefined
  /** What the journal does not have yet, by series. */
  changes: Map<number, DatesChange>
  /** Series of which `derive` has not written the dates yet. */
  underived: Set<number>
}

type DateWriter = Pick<
  Transaction,
  'setDates' | 'moveDates' | 'detachDate' | 'patchDate' | 'takeDatesChange'
>

export function dateWriter(memory: DateMemory): DateWriter {
  const { connection, changes, underived } = memory
  const { seriesDate, spanOf } = seriesDateReader(memory)

  /** A later change of the same write leaves what was before the first. */
  function note(series: number, change: DatesChange) {
    const earlier = changes.get(series)
    underived.add(series)
    const { is, patched = earlier?.patched ?? false } = change
    changes.set(series, earlier ? { was: earlier.was, is, patched } : change)
  }

  return {
    async setDates(series, wanted, how = {}) {
      if (memory.isFirst(series)) return note(series, await setFirst(memory, series, wanted))
      await memory.settled(series)
      note(series, await setDates(memory, series, wanted, how))
    },
    async moveDates(from, to, original) {
      for (const series of [from, to]) {
        memory.hasDates(series)
        await memory.settled(series)
      }
      const was = [await spanOf(from), await spanOf(to)] as const
      await connection.run('UPDATE series_date SET series = ? WHERE series = ? AND original >= ?', [
        to,
        from,
        original,
      ])
      note(from, { was: was[0], is: await spanOf(from) })
      note(to, { was: was[1], is: await spanOf(to) })
    },
    async detachDate(id, kind) {
      const date = await seriesDate(id)
      if (!date) return
      const { series } = date
      await memory.settled(series)
      const was = await spanOf(series)
      await connection.run('DELETE FROM series_date WHERE id = ?', [id])
      await memory.give(id, kind)
      note(series, {
        was,
        is: await spanOf(series),
        few: { was: date.gone ? [] : [datesIn(date)], is: [] },
      })
    },
    async patchDate(id, patch, moved) {
      const date = await seriesDate(id)
      if (!date) return
      const { series } = date
      await memory.settled(series)
      const was = await spanOf(series)
      const times = moved ?? date
      await connection.run(
        `UPDATE series_date SET patch = ?, ${dateColumns.map(name => `${name} = ?`).join(', ')} WHERE id = ?`,
        [patch ? JSON.stringify(patch) : '', ...dateColumns.map(name => times[name]), id],
      )
      note(series, { was, is: await spanOf(series), patched: true })
    },
    takeDatesChange(series) {
      const change = changes.get(series)
      changes.delete(series)
      return change
    },
  }
}

/** Removes the dates of an event that goes, if it is a series. Its line of the journal says when they were. */
export async function removeDates(memory: DateMemory, event: number) {
  const { connection, changes } = memory
  const was = await seriesDateReader(memory).spanOf(event)
  if (was) changes.set(event, { was, is: undefined })
  await connection.run('DELETE FROM series_date WHERE series = ?', [event])
}

/** The dates of a series that is being created. */
async function setFirst(
  memory: DateMemory,
  series: number,
  wanted: readonly WantedDate[],
): Promise<DatesChange> {
  const dates = await withIds(memory, wanted)
  const into = memory.insertion()
  memory.rows.add(
    'series_date',
    into.rows,
    dates.map(date => into.valuesOf(rowOf(series, date))),
  )
  return { was: undefined, is: spanAmong(dates) }
}

/** A few statements, however many dates there are. */
async function setDates(
  memory: DateMemory,
  series: number,
  wanted: readonly WantedDate[],
  { step = 0, from = Number.MIN_SAFE_INTEGER, timesOf = byRule => byRule }: SettingDates,
): Promise<DatesChange> {
  const { connection, dialect } = memory
  const { spanOf } = seriesDateReader(memory)
  const isPart = from > Number.MIN_SAFE_INTEGER
  const wasAll = isPart ? await spanOf(series) : undefined
  const had = await connection.all<SeriesDate & { patch: string }>(
    `SELECT ${seriesDateColumns.join(', ')} FROM series_date WHERE series = ? AND original >= ?`,
    [series, from],
  )
  const { changed, added, gone } = matchDates(had, wanted, step, ({ patch }, is) =>
    patch === '' ? is : timesOf(is, patchIn(patch)),
  )
  if (step !== 0)
    await connection.run('UPDATE series_date SET original = original + ? WHERE series = ?', [
      step,
      series,
    ])
  if (gone.length > 0) {
    const { sql, values } = anyOf(
      'id',
      gone.map(({ id }) => id),
      dialect,
    )
    await connection.run(`UPDATE series_date SET gone = 1 WHERE ${sql}`, values)
  }
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
    ...changed.map(({ was, is }) => into.valuesOf(rowOf(series, is, was.patch))),
    ...more.map(date => into.valuesOf(rowOf(series, date))),
  ])
  const were = [...changed.map(({ was }) => was), ...gone].filter(date => !date.gone)
  const are = [...changed.map(({ is }) => is), ...more]
  const isFew = were.length <= mostNamed && are.length <= mostNamed
  return {
    was: isPart ? wasAll : spanAmong(had.filter(date => !date.gone)),
    is: isPart ? await spanOf(series) : spanAmong(wanted),
    ...(isFew && { few: { was: were.map(datesIn), is: are.map(datesIn) } }),
  }
}

async function withIds(memory: DateMemory, wanted: readonly WantedDate[]): Promise<Dates[]> {
  if (wanted.length === 0) return []
  const ids = await memory.newIds(wanted.length)
  return wanted.map((date, at) => ({ ...date, id: ids[at] as number }))
}

const rowOf = (series: number, date: Dates, patch = '') => ({ ...date, series, gone: 0, patch })
