import { notIds } from '../../define/field-errors.ts'
import { unknownErrors, unknownIn, type Values } from '../../define/param.ts'
import { isDated, type Links, linkKinds, type StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { atHours, type Hours } from '../../define/time/at-hours.ts'
import { formatWall } from '../../define/time/clock.ts'
import { fieldProblem, Problem, withErrors } from '../../problem/index.ts'
import { isPost, isSeries, type ResourceName, resources } from '../../resources/index.ts'
import type { SeriesDate } from '../../store/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { linkField } from '../read/patch-fields.ts'
import { noRecordAt } from '../read/record-for.ts'
import {
  checkSent,
  draftOf,
  draftsOf,
  forbidden,
  parametersFor,
  refuseFacts,
  refuseOtherAuthors,
  refuseOtherLanguages,
} from './check.ts'
import { changeSeries, ofOneDate, removeOfSeries } from './date-verbs.ts'
import { inWrites } from './kept-responses.ts'
import { withImages } from './new-images.ts'
import { changeDate } from './one-date.ts'
import { removeDates } from './scopes.ts'
import { asOwn } from './series.ts'
import { copyTextImages } from './text-images.ts'
import { change, trash } from './write.ts'
import type { Write, WrittenName } from './write-types.ts'
import { removeRecord } from './write-verbs.ts'

/**
 * The change of each of several records, or of dates of series: `add` and `remove` name links by field, `move` is in minutes, `hours` are
 * those of each day, `modified` by ID when each was changed as it was read.
 */
export type ManyChange = {
  change?: Values | undefined
  add?: Values | undefined
  remove?: Values | undefined
  move?: number | undefined
  hours?: Hours | undefined
  modified?: Values | undefined
}

type RefusedOne = { id: number; title: string; problem: Problem }
/** `done`: without the records that had these values already. */
type ManyChanged = { done: number[]; refused: RefusedOne[] }

/** One record of several, or dates of a series, and how they are written: undefined, as of `change`. */
type Step = {
  ids: number[]
  stored: StoredRecord
  write(write: Write): Promise<StoredRecord | undefined>
  drafts: ReturnType<typeof draftsOf>
  /** The write of an event with several dates. */
  alone?: () => Promise<StoredRecord>
  /** The dates of a series that are removed, all at once. */
  removes?: [SeriesDate, ...SeriesDate[]]
}

/**
 * Changes several records alike, each by the checks of any other change: in one transaction, or where one of them refuses in its
 * transaction, each in its own. Those that are refused are named, and the others are changed.
 */
export async function changeMany(
  context: Context,
  caller: WriteCaller,
  kind: WrittenName,
  ids: readonly number[],
  how: ManyChange,
): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], refused: [] }
  const steps: Step[] = []
  for (const id of ids) {
    const step = await attempt(context, caller, kind, [id], outcome, () =>
      stepFor(context, caller, kind, id, how),
    )
    if (step) joined(steps, step)
  }
  await runSteps(context, caller, kind, steps, outcome)
  if (textFields.some(name => how.change && name in how.change))
    for (const id of outcome.done) {
      const record = (await context.store.get(kind, id)) ?? (await dateAs(context, kind, id))?.own
      if (record) await copyTextImages(context, caller, record)
    }
  return outcome
}

/** A rule is written once, however many of its dates are removed. */
function joined(steps: Step[], step: Step) {
  const { ids, stored, removes } = step
  const same = removes && steps.find(each => each.removes && each.stored.id === stored.id)
  if (!same) steps.push(step)
  else {
    same.ids.push(...ids)
    same.removes?.push(...removes)
  }
}

/** Only these have images of other hosts in them. */
const textFields = ['description', 'excerpt', 'translations']

/** Deletes several records permanently, each in a transaction of its own. */
export async function eraseMany(
  context: Context,
  caller: WriteCaller,
  kind: ResourceName,
  ids: readonly number[],
): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], refused: [] }
  const how = isPost(kind) ? { force: true } : {}
  for (const id of ids) {
    const removal = await attempt(context, caller, kind, [id], outcome, () =>
      removeRecord(context, kind, caller, { id }, how),
    )
    if (removal) outcome.done.push(id)
  }
  return outcome
}

const changedMeanwhile = () =>
  new Problem('rest_precondition_failed', {
    sentence: {
      en: 'It has changed since and was left alone.',
      fr: 'Modifiée depuis, elle reste telle quelle.',
    },
  })

/** The versions that this change has written: a series has another one after each of its dates. */
type Versions = ReadonlyMap<number, number>

/** Writes as many records as possible together in one transaction, and the others each in its own. */
async function runSteps(
  context: Context,
  caller: WriteCaller,
  kind: WrittenName,
  steps: readonly Step[],
  outcome: ManyChanged,
) {
  const plain = steps.filter(({ alone }) => !alone)
  const first = plain.length > 1 ? await together(context, caller, plain) : undefined
  outcome.done.push(...(first?.done ?? []))
  const versions = new Map(first?.versions)
  for (const step of steps.filter(step => !first?.written.has(step))) {
    const { ids, stored, alone, drafts } = step
    const record = await attempt(context, caller, kind, ids, outcome, () =>
      alone
        ? alone()
        : withImages(context, caller, drafts, images =>
            inWrites(context, caller, write => guarded(step, write, versions), { images }),
          ),
    )
    if (!record) continue
    if (record.version !== (versions.get(stored.id) ?? stored.version)) outcome.done.push(...ids)
    versions.set(stored.id, record.version)
  }
}

/** The records written in one transaction, and what is to be reported of it; undefined if it refuses one of them. */
async function together(context: Context, caller: WriteCaller, steps: readonly Step[]) {
  const drafts = steps.flatMap(step => step.drafts)
  try {
    return await withImages(context, caller, drafts, images =>
      context.store.write(async tx => {
        const written = new Set<Step>()
        const versions = new Map<number, number>()
        const done: number[] = []
        for (const step of steps) {
          const { ids, stored } = step
          const record = await guarded(step, { tx, context, caller, images }, versions)
          // the work continues in transactions of its own
          if (!record) break
          written.add(step)
          if (record.version !== (versions.get(stored.id) ?? stored.version)) done.push(...ids)
          versions.set(stored.id, record.version)
        }
        return { written, versions, done }
      }),
    )
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** A step is valid for one version of its record: the versions that it reports, and the links that it adds to, are of that version. */
async function guarded({ stored, write: work }: Step, write: Write, versions: Versions) {
  const now = await write.tx.get(stored.kind, stored.id)
  if (now && now.version !== (versions.get(stored.id) ?? stored.version)) throw changedMeanwhile()
  return work(write)
}

const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500

async function attempt<T>(
  context: Context,
  caller: WriteCaller,
  kind: ResourceName,
  ids: readonly number[],
  outcome: ManyChanged,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    for (const id of ids) await refuse(context, caller, kind, id, outcome, error)
    return undefined
  }
}

/** Reports a record that is left as it is, with its title for callers who may change it. */
async function refuse(
  context: Context,
  { actor, language }: Caller,
  kind: ResourceName,
  id: number,
  outcome: ManyChanged,
  problem: Problem,
) {
  const stored = (await context.store.get(kind, id)) ?? (await dateAs(context, kind, id))?.own
  const isSeen = stored && may(actor, 'change', kind, stored)
  const title = isSeen ? localized(stored, resources[kind].titled, language) : undefined
  outcome.refused.push({ id, title: String(title ?? ''), problem })
}

/** One change of one record, checked as if it came alone. Undefined: there is nothing to change. */
async function stepFor(
  context: Context,
  caller: WriteCaller,
  kind: WrittenName,
  id: number,
  how: ManyChange,
): Promise<Step | undefined> {
  const stored = await context.store.get(kind, id)
  const date = stored ? undefined : await dateAs(context, kind, id)
  if (date) return stepOfDate(context, caller, id, date, how)
  if (!stored) throw await noRecordAt(context, caller, kind, 'change', { id })
  const read = how.modified?.[id]
  if (read !== undefined && read !== formatWall(Number(stored.facts.modified)))
    throw changedMeanwhile()
  const sent = sentFor(stored, how)
  // `trash` writes no other values: a change that has some goes the way of all changes
  const isTrash = isPost(kind) && sent.status === 'trash' && Object.keys(sent).length === 1
  if (!may(caller.actor, isTrash ? 'remove' : 'change', kind, stored)) throw forbidden(caller)
  const series = isDated(kind) && isSeries(stored) ? stored : undefined
  if (isTrash && isPost(kind))
    return {
      ids: [id],
      stored,
      drafts: [],
      write: write => trash(write, kind, id),
      ...(series && {
        alone: () => removeOfSeries(context, caller, { series, date: undefined }, 'all'),
      }),
    }
  if (Object.keys(sent).length === 0) return undefined
  const params = parametersFor(kind, 'change')
  const values = await checkSent(
    context,
    caller,
    { operation: 'change', kind, params },
    { ...sent, id },
  )
  const draft = draftOf(kind, 'change', values, sent)
  refuseFacts(caller, kind, draft)
  refuseOtherLanguages(caller, draft)
  refuseOtherAuthors(caller, draft)
  return {
    ids: [id],
    stored,
    drafts: draftsOf(draft),
    write: write => change(write, kind, id, draft),
    ...(series && {
      // a series is an event
      alone: () =>
        changeSeries(
          context,
          // a move is of the first date
          { ...caller, editing: true },
          { series, date: undefined },
          draftOf('event', 'change', values, sent),
        ),
    }),
  }
}

type OneDate = { date: SeriesDate; own: StoredRecord; series: StoredRecord }

/** The date of a series with an ID: as it is, and its series. */
async function dateAs(
  { store }: Context,
  kind: ResourceName,
  id: number,
): Promise<OneDate | undefined> {
  const date = isDated(kind) ? await store.seriesDate(id) : undefined
  const series = date && !date.gone ? await store.get('event', date.series) : undefined
  return date && series && { date, series, own: (await asOwn(store, series, date)).own }
}

/** The same change of one date of a series. In the trash it is no longer a date of it. */
async function stepOfDate(
  context: Context,
  caller: WriteCaller,
  id: number,
  { date, own, series }: OneDate,
  how: ManyChange,
): Promise<Step | undefined> {
  const kind = 'event'
  const sent = sentFor(own, how)
  const isRemoval = sent.status === 'trash' && Object.keys(sent).length === 1
  if (!may(caller.actor, isRemoval ? 'remove' : 'change', kind, own)) throw forbidden(caller)
  const step = { ids: [id], stored: series, drafts: [] }
  if (isRemoval) {
    const removes: Step['removes'] = [date]
    return { ...step, removes, write: write => removeDates(write, 'this', removes) }
  }
  if (Object.keys(sent).length === 0) return undefined
  const params = parametersFor(kind, 'change')
  const checking = { operation: 'change', kind, params } as const
  const values = await checkSent(context, caller, checking, { ...sent, id })
  const draft = await ofOneDate(context, caller, date, draftOf(kind, 'change', values, sent))
  refuseFacts(caller, kind, draft)
  refuseOtherLanguages(caller, draft)
  refuseOtherAuthors(caller, draft)
  return { ...step, drafts: draftsOf(draft), write: write => changeDate(write, date, draft) }
}

/** The values that a caller would send for this change of one record. */
function sentFor({ kind, facts, links }: StoredRecord, how: ManyChange): Values {
  const sent: Values = { ...how.change, ...linksAfter(links, how) }
  if (!isDated(kind) || !(how.move || how.hours)) return sent
  const step = 60 * (how.move ?? 0)
  const moved = { starts: Number(facts.starts) + step, ends: Number(facts.ends) + step }
  if (how.hours && facts.all_day === 1) throw fieldProblem('hours', withoutHours)
  const { starts, ends } = how.hours ? atHours(moved, how.hours) : moved
  return { ...sent, start_date: formatWall(starts), end_date: formatWall(ends) }
}

/** Links by their field, of those kinds that others are added to or removed from. */
function linksAfter(links: Links, { add = {}, remove = {} }: ManyChange): Values {
  const after: Values = {}
  for (const kind of linkKinds) {
    const name = linkField(kind)
    const [more, fewer] = [idsIn(add[name]), idsIn(remove[name])]
    const left = links[kind].filter(id => !fewer.includes(id))
    const next = [...new Set([...left, ...more])]
    if (next.join() !== links[kind].join()) after[name] = next
  }
  return after
}

const isId = (of: unknown) => typeof of === 'number' && Number.isSafeInteger(of) && of > 0
const idsIn = (of: unknown): number[] => (Array.isArray(of) ? of.filter(isId) : [])

/** Links of one record, at most. */
const maxLinks = 200

/** Names are those of fields, and links are IDs: nothing is created for each of several records, and no image is fetched. */
export function refuseMisnamed(
  kind: WrittenName,
  { change = {}, add = {}, remove = {}, move, hours }: ManyChange,
) {
  const params = parametersFor(kind, 'change')
  const unknown = unknownIn(params, change, () => false)
  if (unknown.length > 0) throw withErrors(unknownErrors(unknown))
  const names: readonly string[] = linkKinds.map(linkField)
  for (const [name, links] of [...Object.entries(add), ...Object.entries(remove)]) {
    const isList = Array.isArray(links) && links.length <= maxLinks && links.every(isId)
    if (!isDated(kind) || !names.includes(name) || !isList) throw fieldProblem(name, notIds)
  }
  for (const name of [...names, 'image']) {
    const sent = change[name]
    const isEmpty = sent === undefined || sent === null || sent === '' || sent === false
    if (isEmpty || [sent].flat().every(isId)) continue
    throw fieldProblem(name, notIds)
  }
  if (move && !isDated(kind)) throw fieldProblem('move', notDated)
  if (hours && !isDated(kind)) throw fieldProblem('hours', notDated)
}

const notDated = {
  sentence: { en: 'Only events have dates to move.', fr: 'Seuls les évènements ont des dates.' },
}

const withoutHours = {
  sentence: {
    en: 'An event that lasts whole days has no hours.',
    fr: 'Un évènement qui dure la journée entière n’a pas d’horaires.',
  },
}
