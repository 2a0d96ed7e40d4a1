import { derived } from '../../define/base/objects.ts'
import { isDated } from '../../define/record.ts'
import { languagesOf } from '../../define/record-texts.ts'
import { append } from '../../journal/index.ts'
import {
  freeBeginnings,
  freeCosts,
  isFree,
  isSeries,
  isWritten,
  listedCustom,
  neverFree,
  written,
} from '../../resources/index.ts'
import {
  asBefore,
  type DatePatches,
  type Dates,
  type DatesChange,
  type Detail,
  isSameListed,
  type LinkKind,
  type ListedEvent,
  languageBits,
  languagesSql,
  type Occurrence,
  previousVersionOf,
  type Replaced,
  type Span,
  type StoredRecord,
  type Transaction,
  versionAfter,
} from '../../store/index.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { filterFacts } from '../read/event-question.ts'
import { visibilityOf } from '../read/showing.ts'
import { noteChange } from './action-changes.ts'

/** Further details of a line of the journal. */
export type More = {
  counted?: Detail['counted'] | undefined
  restored?: number
  returned?: true
}

/**
 * Adds the line of the journal for a change of a record, with the record before and after it. The replaced values are stored, unless the record is
 * deleted: nothing is left of it then.
 */
export async function logChange(
  tx: Transaction,
  { now, site }: Pick<Context, 'now' | 'site'>,
  { actor, language, action }: Pick<WriteCaller, 'actor' | 'language' | 'action'>,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
  { counted = [], ...more }: More = {},
) {
  const by = lineBy({ now }, { actor, language })
  const record = after ?? before
  const dates = record && isDated(record.kind) ? tx.takeDatesChange(record.id) : undefined
  if (before && after && isWritten(before.kind))
    await keepBefore(
      tx,
      site,
      { ...by, action, restored: more.restored ?? 0 },
      before,
      after,
      dates,
    )
  await append(tx, by, before, after, {
    ...(await listedChange(tx, ofEvent(before), ofEvent(after), dates)),
    ...(counted.length > 0 && { counted }),
    ...(action !== undefined && { action }),
    ...more,
  })
  if (action !== undefined) await noteChange(tx, action, before, after)
}

const ofEvent = (record: StoredRecord | undefined) =>
  record && isDated(record.kind) ? listedEvent(record) : undefined

/**
 * The values of an event that lists need, before and after. For a series, whose dates are many, it names the dates that differ, or the span of all.
 */
export async function listedChange(
  tx: Transaction,
  was: ListedEvent | undefined,
  is: ListedEvent | undefined,
  change: DatesChange | undefined,
): Promise<Pick<Detail, 'was' | 'is' | 'left'>> {
  if (!was?.others && !is?.others) return { ...(was && { was }), ...(is && { is }) }
  const id = (is ?? was)?.facts.event ?? 0
  const isAsBefore = isSameListed(was, is)
  // On a date of its own anything may be listed otherwise: a line that does not say how may touch any list of events.
  const isPatched =
    (!isAsBefore || change) && !change?.isNew && (await tx.overridesOf(id)).length > 0
  const spans = async () => change ?? (await unchangedSpans(tx, id))
  if (isPatched || change?.patches) {
    const isLeft = was && (!is || is.facts.status === 'trash')
    return isLeft ? { left: withSpan(was, (await spans()).was) } : {}
  }
  if (isAsBefore && !change) return { ...(was && { was }), ...(is && { is }) }
  if (was && is && isAsBefore && change?.few)
    return { was: { ...was, dates: change.few.was }, is: { ...is, dates: change.few.is } }
  const of = await spans()
  return {
    ...(was && { was: withSpan(was, of.was) }),
    ...(is && { is: withSpan(is, of.is) }),
  }
}

async function unchangedSpans(
  tx: Transaction,
  series: number,
): Promise<Pick<DatesChange, 'was' | 'is'>> {
  const span = await tx.spanOf(series)
  return { was: span, is: span }
}

const withSpan = (event: ListedEvent, span: Span | undefined): ListedEvent =>
  event.others ? { ...event, others: 'changed', ...(span && { span }) } : event

/** The user and time of a line of the journal. */
export const lineBy = (
  { now }: Pick<Context, 'now'>,
  { actor, language }: Pick<Caller, 'actor' | 'language'>,
) => ({ instant: now(), actor: actor.id, language })

type LineOfVersion = {
  instant: number
  actor: number
  /** The version before an action is restored by itself: it is joined with no other. */
  action: number | undefined
  restored: number
}

async function keepBefore(
  tx: Transaction,
  { versions }: Context['site'],
  { instant, actor, action, restored }: LineOfVersion,
  before: StoredRecord,
  after: StoredRecord,
  { patches: dates }: Partial<DatesChange> = {},
) {
  const { kind, id, version } = before
  const by = { kind, id, instant, actor, restored }
  const joined =
    restored === 0 && action === undefined
      ? await joinedWith(tx, { instant, actor }, before, after, dates)
      : undefined
  const replaced = { ...previousVersionOf(before, after), ...(dates && { dates }) }
  await tx.keepReplaced({ ...by, ...(joined ?? { version, before: replaced }) }, versions)
}

/** Autosaved changes of a draft by one author within this time are one version, in seconds. */
const oneVersion = 600

const isDraft = ({ facts }: StoredRecord) => facts.status === 'draft'

/**
 * The values that this change and the one before it replaced together, where they are one version: by the same author, of a draft, with no other
 * change between.
 */
async function joinedWith(
  tx: Transaction,
  { instant, actor }: { instant: number; actor: number },
  before: StoredRecord,
  after: StoredRecord,
  patches: DatePatches | undefined,
): Promise<Pick<Replaced, 'version' | 'before'> | undefined> {
  if (!isDraft(before) || !isDraft(after)) return undefined
  const [last] = await tx.replaced(before.kind, before.id, before.version, 1)
  if (!last || last.actor !== actor || last.restored !== 0) return undefined
  if (versionAfter(last) !== before.version) return undefined
  const began = last.before.began ?? last.instant
  const first = asBefore(before, last)
  if (instant - began >= oneVersion || !isDraft(first)) return undefined
  const joined = before.version - last.version
  const dates = { ...patches, ...last.before.dates }
  const replaced = { ...previousVersionOf(first, after), joined, began }
  const hasDates = Object.keys(dates).length > 0
  return { version: last.version, before: { ...replaced, ...(hasDates && { dates }) } }
}

/** An event as lists know it, made once for each of its states: rows of lists and a line of the journal are written from it. */
export const listedEvent = derived((event: StoredRecord): ListedEvent => listedAs(event))

/** It has one date, or is a series: its dates are stored. `listedInSql` says the same. */
function listedAs(event: StoredRecord): ListedEvent {
  const { id, facts, links } = event
  const number = (name: string) => Number(facts[name] ?? 0)
  const languages = languagesOf(event)
  const ofSeries = isSeries(event)
  return {
    facts: {
      event: id,
      published: number('date'),
      ...visibilityOf(event),
      author: number('author'),
      first_in_day: number('sticky'),
      languages: languages.reduce((bits, language) => bits | languageBits[language], 0),
      patched: 0,
      custom: listedCustom(facts.custom_fields),
      ...filterFacts(number),
      free: Number(isFree(facts.cost)),
      has_image: Number(number('image') > 0),
      has_venue: Number(links.venue.length > 0),
    },
    dates: ofSeries ? [] : [onlyDate(id, number)],
    links,
    modified: number('modified'),
    ...(ofSeries && { others: 'same' as const }),
  }
}

const onlyDate = (id: number, number: (name: string) => number): Dates => ({
  id,
  original: number('starts'),
  starts: number('starts'),
  ends: number('ends'),
  utc_starts: number('utc_starts'),
  utc_ends: number('utc_ends'),
})

/** As `isFree`. */
const freeSql = `(SELECT CASE
  WHEN replace(plain, ' ', '') IN (${freeCosts.map(cost => `'${cost}'`).join(', ')}) THEN 1
  WHEN (${likeAny(freeBeginnings.map(begin => `${begin}%`))}) AND NOT (${likeAny(neverFree.map(part => `%${part}%`))}) THEN 1
  ELSE 0
END FROM (SELECT ${written.reduce(
  (text, [from, to]) => `replace(${text}, '${from}', '${to}')`,
  "lower(coalesce(cost, ''))",
)} || ' ' AS plain) AS compared)`
function likeAny(patterns: readonly string[]) {
  return patterns.map(pattern => `plain LIKE '${pattern}'`).join(' OR ')
}
const inSql = (name: string) => `coalesce("${name}", 0)`
const dateInSql = (name: string) => `coalesce(date_${name}, "${name}", 0)`

/** The rows of events in lists, made of their rows by the database: expressions by column, read from `withDates`. */
export const listedInSql: Readonly<Record<keyof Occurrence | LinkKind, string>> = {
  id: 'coalesce(date_id, id)',
  event: 'id',
  original: 'coalesce(date_original, starts, 0)',
  starts: dateInSql('starts'),
  ends: dateInSql('ends'),
  utc_starts: dateInSql('utc_starts'),
  utc_ends: dateInSql('utc_ends'),
  published: inSql('date'),
  status: 'status',
  author: inSql('author'),
  hidden: inSql('hide_from_listings'),
  first_in_day: inSql('sticky'),
  protected: "CASE WHEN coalesce(password, '') = '' THEN 0 ELSE 1 END",
  languages: languagesSql(),
  patched: '0',
  // of those that have any, the rows are made one by one (`listedApart`)
  custom: "''",
  ...filterFacts(inSql),
  free: freeSql,
  has_image: `CASE WHEN ${inSql('image')} = 0 THEN 0 ELSE 1 END`,
  has_venue: "CASE WHEN coalesce(venue, '[]') = '[]' THEN 0 ELSE 1 END",
  venue: 'venue',
  organizer: 'organizer',
  category: 'category',
  tag: 'tag',
}
