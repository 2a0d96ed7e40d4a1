import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { service as administrator } from '../../src/calendar/access/access.ts'
import type { Caller } from '../../src/calendar/base/context.ts'
import { type ImportOptions, runImport } from '../../src/calendar/imports/import.ts'
import { undoImport } from '../../src/calendar/imports/undo.ts'
import { changeRecord, removeRecord } from '../../src/calendar/write/write-verbs.ts'
import { howOf } from '../../src/define/import-options.ts'
import type { StoredRecord } from '../../src/define/record.ts'
import { formatWall } from '../../src/define/time/clock.ts'
import { openDataFolder } from '../../src/main.ts'
import type { Reader, Source } from '../../src/moving/base/item.ts'
import { eventStatusOf } from '../../src/resources/event/event-status.ts'
import { isSeries } from '../../src/resources/event/recurrence.ts'
import { overlaid } from '../../src/store/sql/previous-versions.ts'
import { sourceOf } from './import-source.ts'
import { settingsFor } from './service.ts'

const caller: Caller = { actor: administrator, language: 'en', fallback: true }

/** One date of an imported event as it is stored: of a single one, the event itself. */
export type ImportedDate = {
  /** The ID of the event: that of the series for one of its dates. */
  event: number
  /** The ID of the date. */
  id: number
  title: string
  starts: string
  ends: string
  status: string
}

/** A calendar without a service, into which texts are imported at any time: `clock.now` in Unix seconds. */
export async function openImportedCalendar(now: string) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-imported-'))
  const settings = settingsFor(folder, { timezone: 'Europe/Paris', logLevel: 'silent' })
  const opened = await openDataFolder(settings)
  const clock = { now: Date.parse(now) / 1000 }
  const context = { ...opened.context, now: () => clock.now }
  const { store } = context
  let run = 0

  /** Imports the whole of the source `source`, in a run of its own. */
  function importFrom(reader: Reader, from: Source, how: Partial<ImportOptions> = {}) {
    run += 1
    const reading = { zone: context.site.zone, language: context.site.language, now: clock.now }
    return runImport(context, caller, reader(from, reading, {}), {
      ...howOf({ threshold: 100 }),
      source: 'source',
      isDry: false,
      language: 'en',
      run,
      ...how,
    })
  }

  const ofEvent = async (record: StoredRecord): Promise<ImportedDate[]> => {
    const dateOf = (on: StoredRecord, id: number): ImportedDate => ({
      event: record.id,
      id,
      title: String(on.texts.en?.title),
      starts: formatWall(Number(on.facts.starts)),
      ends: formatWall(Number(on.facts.ends)),
      status: String(eventStatusOf(on.facts).event_status ?? 'scheduled'),
    })
    if (!isSeries(record)) return [dateOf(record, record.id)]
    const dates = await store.seriesDates(record.id)
    const patches = await store.datePatches(dates.map(({ id }) => id))
    return dates.map(({ id, starts, ends }) => {
      const own = overlaid(record, patches.get(id) ?? {})
      return dateOf({ ...own, facts: { ...own.facts, starts, ends } }, id)
    })
  }

  return {
    context,
    clock,
    importFrom,
    /** Imports a text. */
    importText: (reader: Reader, text: string, how: Partial<ImportOptions> = {}) =>
      importFrom(reader, sourceOf('source', text), how),
    /** Undoes the import before the last `back` ones. */
    undo: (back = 0) => undoImport(context, caller, run - back, { language: 'en' }),
    change: (id: number, values: object) =>
      changeRecord(context, 'event', caller, { id }, { ...values }),
    remove: (id: number) => removeRecord(context, 'event', caller, { id }, {}),
    /** The dates of the source that are stored and not in the trash, in their order. */
    async dates(source = 'source'): Promise<ImportedDate[]> {
      const records = await store.getMany(
        'event',
        await store.lookup('event', 'source', source, 10_000),
      )
      const visible = records.filter(({ facts }) => facts.status !== 'trash')
      const dates = await Promise.all(visible.map(ofEvent))
      return dates.flat().sort((a, b) => (`${a.starts} ${a.id}` < `${b.starts} ${b.id}` ? -1 : 1))
    },
    /** The IDs of the events of a source, also of those in the trash, by their IDs there. */
    async idsBySource(source: string): Promise<Map<string, number>> {
      const ids = await store.lookup('event', 'source', source, 10_000)
      const records = await store.getMany('event', ids)
      return new Map(records.map(({ id, facts }) => [String(facts.source_id), id]))
    },
    async close() {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
