import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { textNames } from '../../define/resource.ts'
import type { WallTime } from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import type { Item, ItemDate, Place } from '../../moving/index.ts'
import { Problem } from '../../problem/index.ts'
import { resources, type WrittenName } from '../../resources/index.ts'
import type { DatePatch, SeriesDate } from '../../store/index.ts'
import type { Caller, Context, ImportedDates, WriteCaller } from '../base/context.ts'
import { differingFields } from '../read/patch-fields.ts'
import { inWrites } from '../write/kept-responses.ts'
import { resetDate } from '../write/one-date.ts'
import { changeRecord } from '../write/write-verbs.ts'
import { type EditedDates, withoutEdited } from './edited.ts'
import { partial } from './marks.ts'
import type { openReport } from './report.ts'
import { fieldsIn } from './source-digests.ts'

/** The imported and edited dates of a series before an import writes it; `since`: its source names none before. */
export type DatesBefore = {
  imported: ImportedDates
  edited: EditedDates
  since?: WallTime | undefined
}

export const noDatesBefore: DatesBefore = { imported: new Map(), edited: new Map() }

/** The state of the dates that is stored with a series: edits that outlast a write of the series by an import. */
export function rememberedDates({ imported, edited = noEdits }: DatesBefore): ImportedDates {
  const since = [...edited].map(
    ([id, names]) => [id, { imported: [], edited: [...names] }] as const,
  )
  return union(imported, new Map(since))
}
const noEdits: NonNullable<EditedDates> = new Map()

type DateRun = {
  context: Context
  caller: WriteCaller
  /** `theirs`: the import overwrites edits. */
  policy: string
  reporter: Pick<ReturnType<typeof openReport>, 'complain' | 'conflict'>
  placeOf(date?: ItemDate): Place & { kind: WrittenName }
  /** The caller as an import that leaves this mark. */
  as(mark: string, dates: ImportedDates, onlyChanges: boolean): Caller
}

/** One write: a date gets values, or some fields of it are as in the series again. */
type Step = { date: SeriesDate; place: Place & { kind: WrittenName } } & (
  | { values: Values }
  | { names: ReadonlySet<string> }
)

/**
 * Writes the differences of the dates of a series, and removes those that the source no longer has; edits stay. The last write marks the series as
 * complete. Resolves with true if anything has changed.
 */
export async function writeDates(
  run: DateRun,
  item: Item,
  series: StoredRecord,
  mark: string,
  before: DatesBefore,
): Promise<boolean> {
  if (!isDated(item.kind)) return false
  const remembered = rememberedDates(before)
  const { steps, dates } = await stepsOf(run, item, series, { ...before, imported: remembered })
  const either = union(remembered, dates)
  let hasChanged = false
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1
    const by = isLast ? run.as(mark, dates, false) : run.as(partial, either, true)
    try {
      const { version } = await written(run.context, by, step)
      hasChanged ||= version > series.version
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      run.reporter.complain(step.place, error)
    }
  }
  return hasChanged
}

async function written(context: Context, by: Caller, step: Step): Promise<StoredRecord> {
  const { date } = step
  if ('names' in step) return inWrites(context, by, write => resetDate(write, date, step.names))
  const values = { ...step.values, scope: 'this' }
  return (await changeRecord(context, 'event', by, { id: date.id }, values)).record
}

type Overrides = ReadonlyMap<number, SeriesDate & { patch: DatePatch }>

/** The writes that are needed, and the state of the dates after them. */
async function stepsOf(run: DateRun, item: Item, series: StoredRecord, before: DatesBefore) {
  const { context, policy, reporter, caller } = run
  const texts = textNames(resources[item.kind])
  const overrides: Overrides = new Map(
    (await context.store.overridesOf(series.id)).map(date => [date.id, date]),
  )
  const editedFields = (id: number): ReadonlySet<string> => {
    if (policy === 'theirs') return none
    if (before.edited === undefined) return differingFields({}, overrides.get(id)?.patch ?? {})
    return new Set(before.imported.get(id)?.edited)
  }
  const dates = new Map<number, { imported: string[]; edited: string[] }>()
  const steps: Step[] = []
  const reset = (id: number, place: Step['place'], has: readonly string[]) => {
    const date = overrides.get(id)
    const edited = editedFields(id)
    const dropped = before.imported.get(id)?.imported.filter(name => !has.includes(name)) ?? []
    const names = new Set(dropped.filter(name => !edited.has(name)))
    if (names.size < dropped.length) reporter.conflict(place, fieldsAmong(dropped, edited), policy)
    if (date && differsIn(date.patch, names)) steps.push({ date, place, names })
    if (has.length > 0 || edited.size > 0)
      dates.set(id, { imported: [...has], edited: [...edited] })
  }
  for (const own of item.dates ?? []) {
    const place = run.placeOf(own)
    const date = await dateAt(context, series, own.original)
    if (!date) {
      reporter.complain(place, { sentence: noDate, params: { original: own.original } })
      continue
    }
    const has = fieldsIn(own.values, caller.language, texts).map(([name]) => name)
    reset(date.id, place, has)
    const { values, editedNames } = withoutEdited(
      own.values,
      editedFields(date.id),
      caller.language,
      texts,
    )
    if (editedNames.length > 0) reporter.conflict(place, editedNames, policy)
    if (Object.keys(values).length > 0 || editedNames.length === 0)
      steps.push({ date, place, values })
  }
  const { since = Number.NEGATIVE_INFINITY } = before
  for (const [id, { imported }] of before.imported)
    if (!dates.has(id)) {
      const isEarlier = (overrides.get(id)?.original ?? since) < since
      reset(id, run.placeOf(), isEarlier ? imported : [])
    }
  return { steps, dates }
}

const none: ReadonlySet<string> = new Set()

const fieldsAmong = (names: readonly string[], among: ReadonlySet<string>) =>
  names.filter(name => among.has(name))

const differsIn = (patch: DatePatch, names: ReadonlySet<string>) =>
  [...differingFields({}, patch)].some(name => names.has(name))

export async function dateAt(
  { store, now }: Context,
  { id, facts }: StoredRecord,
  original: string,
): Promise<SeriesDate | undefined> {
  const moment = parseMoment(original, now(), String(facts.timezone))
  const [date] = moment ? await store.seriesDates(id, { from: moment.at, limit: 1 }) : []
  return date?.original === moment?.at ? date : undefined
}

/** The dates of either of them, merged. */
function union(one: ImportedDates, other: ImportedDates): ImportedDates {
  const both = new Map(one)
  for (const [id, { imported, edited }] of other) {
    const before = both.get(id)
    both.set(id, {
      imported: [...new Set([...(before?.imported ?? []), ...imported])],
      edited: [...new Set([...(before?.edited ?? []), ...edited])],
    })
  }
  return both
}

const noDate = {
  en: 'The series has no date at {original}: its differences were left out.',
  fr: 'La série n’a pas de date le {original}\u00a0: ses différences ont été laissées de côté.',
}
