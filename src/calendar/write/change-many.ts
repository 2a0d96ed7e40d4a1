import { notIds } from '../../define/field-errors.ts'
import { unknownErrors, unknownIn, type Values } from '../../define/param.ts'
import { isDated, type Links, linkKinds, type StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { formatWall } from '../../define/time/clock.ts'
import { fieldProblem, Problem, withErrors } from '../../problem/index.ts'
import { isPost, isSeries, type ResourceName, resources } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { linkField } from '../read/patch-fields.ts'
import { noRecordAt } from '../read/record-for.ts'
import { inWrites } from './batches.ts'
import {
  checkSent,
  draftOf,
  draftsOf,
  forbidden,
  parametersFor,
  refuseOtherAuthors,
  refuseOtherLanguages,
} from './check.ts'
import { changeSeries, removeOfSeries } from './date-verbs.ts'
import { withImages } from './new-images.ts'
import { copyTextImages } from './text-images.ts'
import { change, trash } from './write.ts'
import type { DraftOf, Write, WrittenName } from './write-types.ts'
import { removeRecord } from './write-verbs.ts'

/** The change of each of several records: `add` and `remove` name links by field, `move` is in minutes, `modified` by ID when each was changed as it was read. */
export type ManyChange = {
  change?: Values | undefined
  add?: Values | undefined
  remove?: Values | undefined
  move?: number | undefined
  modified?: Values | undefined
}

type RefusedOne = { id: number; title: string; problem: Problem }
/** `done`: without the records that had these values already. */
type ManyChanged = { done: number[]; refused: RefusedOne[] }

/** One record of several, and how it is written: undefined, as of `change`. */
type Step = {
  stored: StoredRecord
  write(write: Write): Promise<StoredRecord | undefined>
  drafts: ReturnType<typeof draftsOf>
  /** The write of an event with several dates. */
  alone?: () => Promise<StoredRecord>
}

/**
 * Changes several records alike, each by the checks of any other change: in one transaction, or where one of them refuses in its
 * transaction, each in its own. Those that are refused are named, and the others are changed.
 */
export async function changeMany(
  context: Context,
  caller: Caller,
  kind: WrittenName,
  ids: readonly number[],
  how: ManyChange,
): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], refused: [] }
  const steps: Step[] = []
  for (const id of ids) {
    const step = await attempt(context, caller, kind, id, outcome, () =>
      stepFor(context, caller, kind, id, how),
    )
    if (step) steps.push(step)
  }
  await runSteps(context, caller, kind, steps, outcome)
  if (textFields.some(name => how.change && name in how.change))
    for (const record of await context.store.getMany(kind, outcome.done))
      await copyTextImages(context, caller, record)
  return outcome
}

/** Only these have images of other hosts in them. */
const textFields = ['description', 'excerpt', 'translations']

/** Deletes several records permanently, each in a transaction of its own. */
export async function eraseMany(
  context: Context,
  caller: Caller,
  kind: ResourceName,
  ids: readonly number[],
): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], refused: [] }
  const how = isPost(kind) ? { force: true } : {}
  for (const id of ids) {
    const removal = await attempt(context, caller, kind, id, outcome, () =>
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

/** Writes as many records as possible together in one transaction, and the others each in its own. */
async function runSteps(
  context: Context,
  caller: Caller,
  kind: WrittenName,
  steps: readonly Step[],
  outcome: ManyChanged,
) {
  const plain = steps.filter(({ alone }) => !alone)
  const written = new Set<Step>()
  const finish = ({ stored: { id, version } }: Step, record: StoredRecord) => {
    if (record.version !== version) outcome.done.push(id)
  }
  if (plain.length > 1)
    for (const [step, record] of await together(context, caller, plain)) {
      written.add(step)
      finish(step, record)
    }
  for (const step of steps) {
    if (written.has(step)) continue
    const record = await attempt(context, caller, kind, step.stored.id, outcome, () =>
      step.alone
        ? step.alone()
        : withImages(context, caller, step.drafts, images =>
            inWrites(context, caller, write => guarded(step, write), { images }),
          ),
    )
    if (record) finish(step, record)
  }
}

/** The records written in one transaction; undefined if it refuses one of them. */
async function together(
  context: Context,
  caller: Caller,
  steps: readonly Step[],
): Promise<[Step, StoredRecord][]> {
  const drafts = steps.flatMap(step => step.drafts)
  try {
    return await withImages(context, caller, drafts, images =>
      context.store.write(async tx => {
        const written: [Step, StoredRecord][] = []
        for (const step of steps) {
          const record = await guarded(step, { tx, context, caller, images })
          // the work continues in transactions of its own
          if (!record) break
          written.push([step, record])
        }
        return written
      }),
    )
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

/** A step is valid for one version of its record: the versions that it reports, and the links that it adds to, are of that version. */
async function guarded({ stored, write: work }: Step, write: Write) {
  const now = await write.tx.get(stored.kind, stored.id)
  if (now && now.version !== stored.version) throw changedMeanwhile()
  return work(write)
}

const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500

async function attempt<T>(
  context: Context,
  caller: Caller,
  kind: ResourceName,
  id: number,
  outcome: ManyChanged,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isRefusal(error)) throw error
    await refuse(context, caller, kind, id, outcome, error)
    return undefined
  }
}

/** Reports a record that is left as it is, with its title for callers who may change it. */
async function refuse(
  { store }: Context,
  { actor, language }: Caller,
  kind: ResourceName,
  id: number,
  outcome: ManyChanged,
  problem: Problem,
) {
  const stored = await store.get(kind, id)
  const isSeen = stored && may(actor, 'change', kind, stored)
  const title = isSeen ? localized(stored, resources[kind].titled, language) : undefined
  outcome.refused.push({ id, title: String(title ?? ''), problem })
}

/** One change of one record, checked as if it came alone. Undefined: there is nothing to change. */
async function stepFor(
  context: Context,
  caller: Caller,
  kind: WrittenName,
  id: number,
  how: ManyChange,
): Promise<Step | undefined> {
  const stored = await context.store.get(kind, id)
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
  refuseOtherLanguages(caller, draft)
  refuseOtherAuthors(caller, draft)
  return {
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
          draft as DraftOf<'event'>,
        ),
    }),
  }
}

/** The values that a caller would send for this change of one record. */
function sentFor({ kind, facts, links }: StoredRecord, how: ManyChange): Values {
  const sent: Values = { ...how.change, ...linksAfter(links, how) }
  if (how.move && isDated(kind)) {
    const at = (wall: unknown) => formatWall(Number(wall) + 60 * (how.move ?? 0))
    sent.start_date = at(facts.starts)
    sent.end_date = at(facts.ends)
  }
  return sent
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
  { change = {}, add = {}, remove = {}, move }: ManyChange,
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
}

const notDated = {
  sentence: { en: 'Only events have dates to move.', fr: 'Seuls les évènements ont des dates.' },
}
