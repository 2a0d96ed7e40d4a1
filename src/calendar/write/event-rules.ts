import { namesIn } from '../../define/base/objects.ts'
import { ownParent } from '../../define/field-errors.ts'
import type { Sentence } from '../../define/field-type.ts'
import { unpublished } from '../../define/field-types.ts'
import {
  postLinkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
  termLinkKinds,
} from '../../define/record.ts'
import type { Field } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import {
  customFieldsAfter,
  dateError,
  derive,
  deriveWritten,
  event,
  eventStatusAfter,
  eventStatusOf,
  isScheduledBy,
  isSeries,
  leavesEventStatus,
  postponedFromAfter,
  type When,
  whenAfter,
  whenByRule,
} from '../../resources/index.ts'
import type { LinkKind } from '../../store/index.ts'
import { may, mayPublish } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { factsOf, publication } from './facts.ts'
import { pageSize } from './kept-responses.ts'
import { linksOf } from './links.ts'
import { logChange } from './log-change.ts'
import { seriesAfter, storeDates } from './series.ts'
import { trashRule } from './slugs.ts'
import { leaveParts } from './split-parts.ts'
import type { AnyDraft, DraftOf, Rules, Write } from './write-types.ts'

const isPublic = (record: StoredRecord | undefined) =>
  record?.facts.status === 'publish' || record?.facts.status === 'future'

/**
 * Publishes the venues and organizers that were made with an event, once someone other than its creator publishes it: they were judged together,
 * and the event would have no place. Drafts of others, and those of an editor who publishes their own event, stay drafts.
 */
async function publishLinked(
  { tx, context, caller }: Write,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) {
  if (!before || !after || isPublic(before) || !isPublic(after)) return
  const { creator } = after.facts
  if (creator == null || creator === caller.actor.id) return
  for (const kind of postLinkKinds)
    for (const linked of await tx.getMany(kind, after.links[kind])) {
      const { facts } = linked
      const isNew = facts.creator === creator && waits.has(String(facts.status))
      if (!isNew || !may(caller.actor, 'change', kind, linked)) continue
      const written = {
        ...publication(context, caller.actor, { status: 'publish' }, linked),
        modified: context.now(),
      }
      const version = await tx.update(kind, linked.id, written)
      const published = { ...linked, version, facts: { ...facts, ...written } }
      await tx.derive(published, linked)
      await logChange(tx, context, caller, linked, published)
    }
}

/** Neither in the trash nor private. */
const waits: ReadonlySet<string> = new Set(['draft', 'pending'])

/** The rules of events in writes: dates, passwords, links, the counts of terms. */
export const eventRules: Rules<'event'> = {
  slugs: ({ status }, before) => ({
    required: !unpublished.has(String(status)),
    trash: trashRule(status, before?.status),
  }),
  begin({ post_parent }, { id }) {
    if (post_parent === id) throw fieldProblem('post_parent', ownParent('event'))
  },
  facts({ context, caller }, draft, stored) {
    refusePromotion(caller, draft, stored)
    const when = whenOf(context, draft, stored)
    const recurrence = recurrenceOf(context, draft, stored, when)
    const { custom_fields } = draft
    return {
      ...(!stored && caller.submission && { submission: JSON.stringify(caller.submission) }),
      ...(isSeries({ facts: { ...stored?.facts, ...recurrence } }) ? when : deriveWritten(when)),
      ...recurrence,
      ...holding(draft, stored),
      ...(custom_fields !== undefined && {
        custom_fields: customFieldsAfter(
          custom_fields,
          stored?.facts.custom_fields,
          context.site.customFields,
        ),
      }),
      postponed_from: postponedFromAfter(draft, when.starts, stored?.facts),
      ...(draft.password !== undefined && {
        password: draft.password ? context.seal(draft.password) : null,
      }),
    }
  },
  texts: withoutReasons,
  refuse: refuseCircle,
  links: linksOf,
  release: releaseParts,
  store: storeDates,
  async follow(write, before, after) {
    await publishLinked(write, before, after)
    return recount(write, before, after)
  },
}

/** An event is never part of one of its own parts. */
async function refuseCircle(
  { tx }: Write,
  { post_parent }: DraftOf<'event'>,
  _change: TextChange,
  stored: StoredRecord | undefined,
) {
  if (!stored || !post_parent) return
  const above = new Set<number>()
  for (let at = post_parent; at && !above.has(at); ) {
    if (at === stored.id) throw fieldProblem('post_parent', ownParent('event'))
    above.add(at)
    at = Number((await tx.get('event', at))?.facts.post_parent ?? 0)
  }
}

const byPublishers = namesIn(event.fields).filter(name => {
  const field: Field = event.fields[name]
  return field.byPublishers
})

/** Refuses what is decided by users who publish, unless it stays as it is. */
function refusePromotion({ actor }: Caller, draft: AnyDraft, stored: StoredRecord | undefined) {
  if (mayPublish(actor)) return
  for (const name of byPublishers) {
    const sent = draft[name]
    if (sent == null || sent === Boolean(stored?.facts[name])) continue
    throw new Problem('rest_forbidden', { sentence: onlyPublishers(name) })
  }
}
const onlyPublishers = (name: string): Sentence => ({
  en: `Sorry, only users who may publish set ${name}.`,
  fr: `Désolé, seules les personnes qui peuvent publier définissent ${name}.`,
})

export function whenOf(
  { now, site }: Context,
  draft: DraftOf<'event'>,
  stored: StoredRecord | undefined,
) {
  const when = whenAfter(draft, stored && whenStored(stored), { now: now(), zone: site.zone })
  if ('fieldError' in when) throw fieldProblem(when.fieldError, dateError(when))
  return when
}

function recurrenceOf(...write: Parameters<typeof seriesAfter>): Row {
  const after = seriesAfter(...write)
  if ('fieldError' in after) throw fieldProblem('recurrence', after.fieldError)
  return after.value
}

function holding(draft: DraftOf<'event'>, stored: StoredRecord | undefined) {
  if (leavesEventStatus(draft)) return {}
  const after = eventStatusAfter(draft, stored && eventStatusOf(stored.facts))
  if ('fieldError' in after) throw fieldProblem(after.parameter, after.fieldError)
  return factsOf(event, after)
}

/** An event that is scheduled again has no reason left, in any language. */
function withoutReasons(
  draft: DraftOf<'event'>,
  change: TextChange,
  stored: StoredRecord,
): TextChange {
  if (!isScheduledBy(draft)) return change
  const cleared: TextChange = {}
  for (const language of languages)
    if (stored.texts[language]?.event_status_reason && change[language] !== null)
      cleared[language] = { ...change[language], event_status_reason: null }
  return { ...change, ...cleared }
}

/** The times of a stored event. */
export const whenStored = ({ facts }: StoredRecord): When => ({
  timezone: String(facts.timezone),
  timezone_abbr: String(facts.timezone_abbr),
  all_day: Number(facts.all_day),
  starts: Number(facts.starts),
  ends: Number(facts.ends),
  utc_starts: Number(facts.utc_starts),
  utc_ends: Number(facts.utc_ends),
})

/** When a stored event is, by the time-zone data of now. */
export const whenNow = (stored: StoredRecord): When =>
  (isSeries(stored) ? whenByRule : derive)(whenStored(stored))

/** A term counts the published events that have it. */
async function recount(
  { tx }: Write,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
) {
  const changed: [term: number, count: number][] = []
  const counted = (event: StoredRecord | undefined, kind: LinkKind) =>
    event?.facts.status === 'publish' ? event.links[kind] : []
  for (const kind of termLinkKinds) {
    const had = counted(before, kind)
    const has = counted(after, kind)
    const gained = has.filter(id => !had.includes(id))
    const lost = had.filter(id => !has.includes(id))
    if (gained.length > 0) changed.push(...(await tx.add(kind, gained, 'count', 1)))
    if (lost.length > 0) changed.push(...(await tx.add(kind, lost, 'count', -1)))
  }
  return changed
}

/** Some of the events that are part of one become part of none; says whether more are left. */
async function releaseParts(write: Write, event: StoredRecord): Promise<boolean> {
  const { tx, context, caller } = write
  const { id } = event
  const parts = await tx.getMany('event', await tx.lookup('event', 'post_parent', id, pageSize))
  for (const part of parts) {
    const version = await tx.update('event', part.id, { post_parent: null })
    const released = { ...part, version, facts: { ...part.facts, post_parent: null } }
    await tx.derive(released, part)
    await logChange(tx, context, caller, part, released)
  }
  if (parts.length > 0) return true
  await leaveParts(write, event)
  // what was reported on it says nothing without it
  for (const report of await tx.lookup('report', 'event', id)) await tx.remove('report', report)
  return false
}
