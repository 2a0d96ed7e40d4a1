import { hash } from 'node:crypto'
import { matchesIn, matchKey } from '../../define/import-matches.ts'
import type { ImportHow } from '../../define/import-options.ts'
import type { Values } from '../../define/param.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { type Resource, textNames } from '../../define/resource.ts'
import type { Language } from '../../define/text/language.ts'
import type { Item, Refused, Skipped, Yielded } from '../../moving/index.ts'
import { Problem } from '../../problem/index.ts'
import { isTerm, resources, type WrittenName } from '../../resources/index.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { recordOfSource } from '../read/of-source.ts'
import { successorOf } from '../read/redirects.ts'
import { outcomeBefore } from '../write/action-changes.ts'
import { importedIn } from '../write/imported.ts'
import { changeRecord, createRecord } from '../write/write-verbs.ts'
import { type Rehearsal, rehearsed } from './dry-run.ts'
import { editedDatesOf, editedHere, withoutEdited } from './edited.ts'
import { listedFields, withMatches } from './listed-fields.ts'
import { partial, removed } from './marks.ts'
import { mergedLines, rolledOn } from './merge-lines.ts'
import {
  identified,
  leadTo,
  matchingStart,
  type Recognizing,
  recognized,
  reserveIds,
  withoutWrong,
} from './recognized.ts'
import { type Named, withIds } from './references.ts'
import { treatRemoved } from './removed.ts'
import { type ImportReport, type Outcome, openReport } from './report.ts'
import { digestsOf, isChangedThere } from './source-digests.ts'
import { inTurns } from './stored-events.ts'
import { type DatesBefore, noDatesBefore, rememberedDates, writeDates } from './write-dates.ts'

export type ImportOptions = ImportHow &
  Recognizing & {
    /** The language of the report. */
    language: Language
    /** The import that notes which records it writes, so that it can be undone. */
    run?: number | undefined
    /** The digest of the source in the preview that a person has seen. */
    previewed?: string | undefined
    /** True if the import continues an interrupted one, whose writes then count as its own. */
    resumes?: boolean
    signal?: AbortSignal | undefined
    /** Reports the number of processed records, and their total where the reader can tell. */
    progress?: (done: number, total: number | undefined) => void
  }

/** Records that are written at once, so that they share commits. */
const lanes = 64

/** One import on its way. */
type Run = {
  context: Context
  caller: WriteCaller
  options: ImportOptions
  reporter: ReturnType<typeof openReport>
  /** The records that this run has met, by kind and ID. */
  met: Map<string, Met>
  /** The record that each waiting record waits for. */
  waits: Map<string, string>
  /** The ID that a record keeps, if it may. */
  idFor(item: Item): number | undefined
  createdWith: Rehearsal['createdWith']
  /** The IDs that names mean, by their keys. */
  matches: ReadonlyMap<string, number>
}
/** A record of the source: its mark, its ID in the calendar and its start there, empty where it was not read. */
type Met = { mark: string; id: Promise<number | Values | undefined>; starts: string }

const keyOf = (kind: WrittenName, source_id: string) => `${kind} ${source_id}`

/**
 * Writes the items of a reader, each in a transaction of its own and by the checks of the API, so that nothing is ever half there. It may end at any
 * time and begin again: records that were written are found by their source, and skipped if nothing in them has changed.
 */
export async function runImport(
  context: Context,
  caller: WriteCaller,
  items: AsyncIterable<Yielded>,
  options: ImportOptions,
): Promise<ImportReport> {
  const began = context.now()
  const reporter = openReport(options.source, options.language)
  const rehearsal = options.isDry ? rehearsed(context) : undefined
  const run: Run = {
    context: rehearsal?.context ?? context,
    caller: { ...caller, language: options.source_language || caller.language },
    options,
    reporter,
    met: new Map(),
    waits: new Map(),
    idFor: () => undefined,
    createdWith: rehearsal?.createdWith ?? (() => []),
    matches: new Map(
      (matchesIn(options.matches) ?? []).map(({ kind, name, id }) => [matchKey(kind, name), id]),
    ),
  }
  let total: number | undefined
  let done = 0
  // what is unchanged waits for nothing
  const source = inTurns(identified(run, recognized(run, withIdsReserved(run, items))))
  const lane = async (): Promise<void> => {
    for (;;) {
      options.signal?.throwIfAborted()
      const { value, done: isOver } = await source.next()
      if (isOver) return
      if ('about' in value) {
        total = value.about.total ?? total
        Object.assign(reporter.report.read, value.about.read)
        if (value.about.columns) reporter.readAs(value.about.columns)
        if (value.about.note) reporter.note({}, value.about.note)
      } else {
        if ('refused' in value) refuse(run, value)
        else if ('skipped' in value) skip(run, value)
        else await take(run, value)
        done += 1
        options.progress?.(done, total)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  if (done === 0) reporter.note({}, { sentence: nothingThere })
  compareWithPreview(run)
  await treatRemoved(run, key => run.met.get(key)?.starts, began)
  return reporter.report
}

const nothingThere = {
  en: 'The source has no records. Is this its right URL or file?',
  fr: 'La source n’a aucune fiche. Est-ce la bonne URL ou le bon fichier\u202f?',
}

/** Stores the digest of the source in its report, the same for its records in any order, and notes there if it is not that of the preview. */
function compareWithPreview({ met, options: { previewed }, reporter }: Run) {
  const marks = [...met].map(([key, { mark }]) => `${key} ${mark}`)
  reporter.report.digest = hash('sha256', JSON.stringify(marks.sort()), 'base64url')
  if (previewed !== undefined && previewed !== reporter.report.digest)
    reporter.note({}, { sentence: changedSince })
}

const changedSince = {
  en: 'The source has changed since the preview: this report lists the records that were written. The import can be undone.',
  fr: 'La source a changé depuis l’aperçu\u00a0: ce compte rendu liste les fiches enregistrées. L’importation peut être annulée.',
}

/** Before the first record is written that may have one of them. */
async function* withIdsReserved(run: Run, items: AsyncIterable<Yielded>): AsyncGenerator<Yielded> {
  const { context, options } = run
  for await (const each of items) {
    if ('about' in each && each.about.last && options.keep_ids)
      run.idFor = await reserveIds(context, each.about.last, options.isDry)
    yield each
  }
}

/** An unreadable record still exists in the source: it is not reported as gone. */
function refuse({ reporter, met }: Run, { refused, ...row }: Refused) {
  const { kind, source_id } = row
  reporter.refuse(row, refused)
  if (source_id !== undefined)
    met.set(keyOf(kind, source_id), { mark: '', id: Promise.resolve(undefined), starts: '' })
}

/** An event without any date left counts as one that the source no longer has. */
function skip({ reporter }: Run, { skipped, ...of }: Skipped) {
  reporter.count(of.kind, 'skipped')
  reporter.note(placeOf(of), skipped)
}

const placeOf = ({ kind, at, source_id }: Pick<Item | Refused, 'kind' | 'at' | 'source_id'>) => ({
  ...at,
  kind,
  ...(source_id !== undefined && { source_id }),
})

/** Identical values give the same mark. */
const markOf = ({ values, dates }: Pick<Item, 'values' | 'dates'>) =>
  hash('sha256', JSON.stringify([values, dates ?? []]), 'base64url').slice(0, 22)

const twice = {
  en: 'This ID is in the source already, with other values.',
  fr: 'Cet ID figure déjà dans la source, avec d’autres valeurs.',
}

/** Writes one record of the source, once in a run; resolves with its ID here. */
async function take(run: Run, item: Item): Promise<number | Values | undefined> {
  const key = keyOf(item.kind, item.source_id)
  const mark = markOf(item)
  const met = run.met.get(key)
  if (met) {
    if (met.mark === mark) {
      run.reporter.count(item.kind, 'skipped')
      run.reporter.list(item, 'skipped')
    } else run.reporter.refuse(item, { sentence: twice })
    return met.id
  }
  const id = matched(run, item) ?? written(run, item, mark)
  run.met.set(key, { mark, id, starts: String(item.values.start_date ?? '') })
  return id
}

/** The record that a user has chosen for the name of an item, which is then not written. */
function matched(run: Run, item: Item): Promise<number> | undefined {
  const { kind, values } = item
  const id = run.matches.get(matchKey(kind, String(values[resources[kind].titled] ?? '')))
  if (id === undefined) return undefined
  run.reporter.count(kind, 'skipped')
  run.reporter.list(item, 'skipped', { id })
  return Promise.resolve(id)
}

/** The same of one that another brings along: as often as it is met. */
async function takeNamed(run: Run, by: Item, kind: WrittenName, { source_id, values }: Named) {
  const [own, key] = [keyOf(by.kind, by.source_id), keyOf(kind, source_id)]
  if (leadsTo(run, key, own)) return undefined
  run.waits.set(own, key)
  try {
    return await namedId(run, by, kind, { source_id, values })
  } finally {
    run.waits.delete(own)
  }
}

/** True if a record would wait for itself. */
function leadsTo({ waits }: Run, from: string, to: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = waits.get(at))
    if (at === to) return true
  return false
}

async function namedId(run: Run, by: Item, kind: WrittenName, { source_id, values }: Named) {
  const met = run.met.get(keyOf(kind, source_id))
  if (met) return met.id
  if (Object.keys(values).length > 0) return take(run, { kind, source_id, at: by.at, values })
  const stored = await recordOfSource(run.context.store, kind, {
    source: run.options.source,
    source_id,
  })
  if (!stored) run.reporter.note(placeOf(by), { sentence: unknown, params: { source_id } })
  return stored?.id
}

const unknown = {
  en: 'It names the record {source_id}, which the source does not have.',
  fr: 'Elle renvoie à la fiche {source_id}, absente de la source.',
}

async function written(of: Run, item: Item, mark: string): Promise<number | Values | undefined> {
  const language = (!item.values.translations && of.options.source_language) || item.language
  const run = language ? { ...of, caller: { ...of.caller, language } } : of
  const { context, reporter, options } = run
  const { kind, source_id } = item
  for (const note of item.notes ?? []) reporter.note(placeOf(item), note)
  try {
    const key = { source: options.source, source_id }
    const stored = await recordOfSource(context.store, kind, key)
    const { outcome, record } = stored
      ? await update(run, item, mark, stored)
      : await create(run, item, mark).catch(async error => {
          const isTaken = error instanceof Problem && error.extra.fieldErrors?.source_id
          const meanwhile = isTaken && (await recordOfSource(context.store, kind, key))
          if (!meanwhile) throw error
          return update(run, item, mark, meanwhile)
        })
    reporter.count(kind, (await outcomeThen(run, outcome, record)) ?? outcome)
    if (reporter.hasRoom(outcome))
      reporter.list(item, outcome, await listed(run, item, { outcome, before: stored, record }))
    for (const each of run.createdWith(record)) reporter.create(each.kind, each.name)
    if (options.isDry && !stored) return unstored(kind, item.values)
    if (!options.isDry) await leadTo(context, item, record)
    if (outcome !== 'skipped') return record.id
    // what is in the trash is linked no more, but what it was merged into
    const successor = await successorOf(context, kind, { id: record.id })
    return successor?.facts.status === 'trash' ? undefined : successor?.id
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    reporter.refuse(item, error)
    return undefined
  }
}

type Result = { outcome: Outcome; before: StoredRecord | undefined; record: StoredRecord }

/** What a report lists of a record besides its title. */
async function listed(run: Run, item: Item, { outcome, before, record }: Result) {
  const { context, options } = run
  const id = options.isDry && !before ? undefined : record.id
  if (outcome !== 'created' && outcome !== 'updated') return { id }
  const created = run.createdWith(record)
  const reading = { context, language: options.language, created }
  const { image } = item.values
  const fields = await listedFields(reading, { before, after: record, sent: item.values })
  // nothing is fetched for a preview
  if (options.isDry && !before && typeof image === 'string' && image !== '')
    fields.push({ name: 'image', before: '', after: image })
  if (item.dates?.length) fields.push({ name: 'dates', before: '', after: `${item.dates.length}` })
  return { id, fields }
}

/** The outcome for a record in the earlier part of this import, if it is resumed. */
async function outcomeThen({ context, options }: Run, outcome: Outcome, record: StoredRecord) {
  if (!options.resumes || options.run === undefined || outcome !== 'unchanged') return undefined
  return outcomeBefore(context.store, options.run, record)
}

/** The stand-in for a record that a dry run has not written, for others that name it. */
const unstored = (kind: WrittenName, values: Values): Values | undefined =>
  isTerm(kind) ? undefined : values

/** The values of a write: IDs for the records that it names, and the name of the source. */
async function sentOf(run: Run, item: Item): Promise<Values> {
  const values = await withIds(
    item.kind,
    item.values,
    (kind, named) => takeNamed(run, item, kind, named),
    async (kind, id) => {
      const record = await run.context.store.get(kind, id)
      return record !== undefined && record.facts.status !== 'trash'
    },
  )
  // nothing is fetched for a preview
  if (run.options.isDry && typeof values.image === 'string') delete values.image
  withMatches(item.kind, values, run.matches)
  return { ...values, source: run.options.source, source_id: item.source_id }
}

const as = (
  { caller, options }: Run,
  importing: NonNullable<WriteCaller['importing']>,
): WriteCaller => ({
  ...caller,
  action: options.run,
  importing,
})

/** The note of an import about a record, besides its mark. */
type Note = Pick<NonNullable<WriteCaller['importing']>, 'edited' | 'digests' | 'lines'>

const digestsIn = ({ caller }: Run, { kind, values }: Item) =>
  digestsOf(values, caller.language, textNames(resources[kind]))

/** The dates of a series after the series. */
const writeDatesOf = (
  run: Run,
  item: Item,
  record: StoredRecord,
  { mark, before, ...note }: Note & { mark: string; before: DatesBefore },
): Promise<boolean> =>
  writeDates(
    {
      context: run.context,
      caller: run.caller,
      policy: run.options.policy,
      reporter: run.reporter,
      placeOf: date => ({ ...placeOf(item), ...date?.at }),
      as: (mark, dates, onlyChanges) => as(run, { ...note, mark, dates, onlyChanges }),
    },
    item,
    record,
    mark,
    before,
  )

async function create(run: Run, item: Item, mark: string) {
  const { context } = run
  const sent = { ...(await sentOf(run, item)), ...statusOf(run, item) }
  const digests = digestsIn(run, item)
  const by = as(run, { mark: item.dates?.length ? partial : mark, digests, id: run.idFor(item) })
  const { record } = await withoutWrong(
    item.kind,
    sent,
    values => matchingStart(values, each => createRecord(context, item.kind, by, each)),
    error => run.reporter.note(placeOf(item), error),
  )
  if (run.options.keep_ids && item.id !== undefined && item.id !== record.id)
    run.reporter.note(placeOf(item), { sentence: otherId, params: { id: item.id } })
  if (!run.options.isDry && item.dates?.length)
    await writeDatesOf(run, item, record, { mark, digests, before: noDatesBefore })
  return { outcome: 'created' as const, record }
}

/** The chosen status of a new event, unless the source has one that fewer people see. */
function statusOf({ options }: Run, { kind, values }: Item): Values {
  const own = String(values.status ?? 'publish')
  const isOpen = own === 'publish' || own === 'future' || own === 'pending'
  const isChosen = options.status !== '' && isDated(kind) && isOpen
  return isChosen && (own !== 'pending' || options.status === 'draft')
    ? { status: options.status }
    : {}
}

/** With a chosen status, that of an event which is here already stays. */
const withoutStatus = ({ options }: Run, { kind }: Item, { status, ...values }: Values): Values =>
  options.status !== '' && isDated(kind)
    ? values
    : { ...values, ...(status !== undefined && { status }) }

const otherId = {
  en: 'The ID {id} has been used in this calendar: the record has another one.',
  fr: 'L’ID {id} a déjà servi dans cet agenda : la fiche en a un autre.',
}

async function update(
  run: Run,
  item: Item,
  mark: string,
  stored: StoredRecord,
): Promise<{ outcome: Outcome; record: StoredRecord }> {
  const { context, caller, options, reporter } = run
  const { kind } = item
  const before = importedIn(stored.facts)
  const isAsImported = before?.version === stored.version
  const isTrashed = stored.facts.status === 'trash'
  // what was edited since stays when it returns; what a user put in the trash does not return
  const cameBack = before?.mark === removed && (isAsImported || !isTrashed)
  if (isTrashed && !cameBack) return { outcome: 'skipped', record: stored }
  const isSettled = options.policy !== 'theirs' || (isAsImported && !hasEdits(before))
  if (before?.mark === mark && isSettled) return { outcome: 'unchanged', record: stored }
  const there = {
    ...withoutStatus(run, item, await sentOf(run, item)),
    ...(cameBack && again(stored, { ...item.values, ...statusOf(run, item) })),
  }
  const rolled = isDated(kind) ? await rolledOn(context, stored, there) : undefined
  const sent = rolled?.sent ?? there
  const resource: Resource = resources[kind]
  const edited = options.policy === 'theirs' ? new Set<string>() : await editedHere(context, stored)
  const lines = await mergedLines(context, stored, sent, edited)
  const others = lines && edited ? edited.difference(new Set(['recurrence'])) : edited
  const own = withoutEdited(sent, others, caller.language, textNames(resource))
  const values = lines ? { ...own.values, recurrence: lines.lines } : own.values
  const editedNames = lines?.source ? [...own.editedNames, 'recurrence'] : own.editedNames
  const digests = digestsIn(run, item)
  const differing = own.editedNames.filter(name => isChangedThere(name, digests, before?.digests))
  const conflicts = options.policy === 'ask' ? own.editedNames : differing
  if (lines?.isConflict) conflicts.push('recurrence')
  if (conflicts.length > 0) reporter.conflict(placeOf(item), conflicts, options.policy)
  const dates = {
    imported: before?.dates ?? new Map(),
    edited: await editedDatesOf(context, stored),
    since: rolled?.since,
  }
  const remembered = rememberedDates(dates)
  const isImported = [...remembered.values()].some(({ imported }) => imported.length > 0)
  const repeats = [sent.recurrence ?? []].flat().length > 0
  const hasDates = item.dates?.length || (isImported && repeats)
  const note: Note = { edited: editedNames, digests, lines: lines?.source }
  const by = as(run, { ...note, mark: hasDates ? partial : mark, dates: remembered })
  const { record } = await withoutWrong(
    kind,
    values,
    sent => matchingStart(sent, each => changeRecord(context, kind, by, { id: stored.id }, each)),
    error => reporter.note(placeOf(item), error),
  )
  const isWritten = record.version !== stored.version
  // the dates that a dry run would write are not there
  const hasChanged =
    hasDates && !(options.isDry && isWritten)
      ? await writeDatesOf(run, item, record, { ...note, mark, before: dates })
      : false
  return { outcome: isWritten || hasChanged ? 'updated' : 'unchanged', record }
}

/** True if edits outlasted the last import. */
const hasEdits = ({ edited, dates }: NonNullable<ReturnType<typeof importedIn>>) =>
  edited.length > 0 || [...dates.values()].some(date => date.edited.length > 0)

/** A record that the source has again is as it was before it was taken away. */
const again = ({ facts }: StoredRecord, { status, event_status }: Values): Values => ({
  ...(facts.status === 'trash' && { status: status ?? 'publish' }),
  ...(Number(facts.event_status ?? 0) > 0 &&
    event_status === undefined && { event_status: 'scheduled' }),
})
