import { derived } from '../../define/objects.ts'
import { isDated } from '../../define/record.ts'
import { languagesOf } from '../../define/record-texts.ts'
import { append } from '../../journal/entry.ts'
import { isWritten } from '../../resources/index.ts'
import type { ListedEvent, Occurrence } from '../../store/form/occurrence.ts'
import { languagesSql } from '../../store/form/row.ts'
import type { LinkKind, Replaced, StoredRecord, Transaction } from '../../store/store.ts'
import { languageBits } from '../../store/store.ts'
import type { Detail } from '../../store/write/journal-detail.ts'
import { asBefore, previousVersionOf, versionAfter } from '../../store/write/previous-versions.ts'
import type { Caller, Context } from '../context.ts'
import { filterFacts } from '../read/event-question.ts'

/** What a line of the journal says besides. */
export type More = {
  counted?: Detail['counted'] | undefined
  restored?: number
  returned?: true
}

/**
 * The line of the journal that every change of a record has: as it was, and as it is. What the change replaced is kept, unless the
 * record is gone: then nothing is left of it.
 */
export async function logChange(
  tx: Transaction,
  { now, site }: Pick<Context, 'now' | 'site'>,
  { actor, language }: Pick<Caller, 'actor' | 'language'>,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
  { counted = [], ...more }: More = {},
) {
  const by = { instant: now(), actor: actor.id, language }
  if (before && after && isWritten(before.kind))
    await keepBefore(tx, site, by, before, after, more.restored)
  await append(tx, by, before, after, {
    ...(before && isDated(before.kind) && { was: listedEvent(before) }),
    ...(after && isDated(after.kind) && { is: listedEvent(after) }),
    ...(counted.length > 0 && { counted }),
    ...more,
  })
}

async function keepBefore(
  tx: Transaction,
  { versions }: Context['site'],
  { instant, actor }: { instant: number; actor: number },
  before: StoredRecord,
  after: StoredRecord,
  restored = 0,
) {
  const { kind, id } = before
  const by = { kind, id, instant, actor, restored }
  const joined =
    restored === 0 ? await joinedWith(tx, { instant, actor }, before, after) : undefined
  const { version } = before
  await tx.keepReplaced(
    joined ? { ...by, ...joined } : { ...by, version, before: previousVersionOf(before, after) },
    versions,
  )
}

/** So long after its first saving, what one author saves of a draft is one version, in seconds: drafts save themselves. */
const oneVersion = 600

const isDraft = ({ facts }: StoredRecord) => facts.status === 'draft'

/** What this change and the one before it replaced together, where they are one version: by the same author, of a draft, and nothing between. */
async function joinedWith(
  tx: Transaction,
  { instant, actor }: { instant: number; actor: number },
  before: StoredRecord,
  after: StoredRecord,
): Promise<Pick<Replaced, 'version' | 'before'> | undefined> {
  if (!isDraft(before) || !isDraft(after)) return undefined
  const [last] = await tx.replaced(before.kind, before.id, before.version, 1)
  if (!last || last.actor !== actor || last.restored !== 0) return undefined
  if (versionAfter(last) !== before.version) return undefined
  const began = last.before.began ?? last.instant
  const first = asBefore(before, last)
  if (instant - began >= oneVersion || !isDraft(first)) return undefined
  const joined = before.version - last.version
  return { version: last.version, before: { ...previousVersionOf(first, after), joined, began } }
}

/** An event as lists know it, made once for each of its states: rows of lists and a line of the journal are written from it. */
export const listedEvent = derived((event: StoredRecord): ListedEvent => listedAs(event))

/** It has one date. `listedInSql` says the same. */
function listedAs({ id, facts, ...record }: StoredRecord): ListedEvent {
  const number = (name: string) => Number(facts[name] ?? 0)
  const languages = languagesOf({ id, facts, ...record })
  return {
    facts: {
      event: id,
      published: number('date'),
      status: String(facts.status),
      author: number('author'),
      hidden: number('hide_from_listings'),
      first_in_day: number('sticky'),
      protected: Number(Boolean(facts.password)),
      languages: languages.reduce((bits, language) => bits | languageBits[language], 0),
      ...filterFacts(number),
    },
    dates: [
      {
        id,
        starts: number('starts'),
        ends: number('ends'),
        utc_starts: number('utc_starts'),
        utc_ends: number('utc_ends'),
      },
    ],
    links: record.links,
  }
}

const inSql = (name: string) => `coalesce("${name}", 0)`

/** The rows of events in lists, made of their rows by the database: expressions by column. */
export const listedInSql: Readonly<Record<keyof Occurrence | LinkKind, string>> = {
  id: 'id',
  event: 'id',
  starts: inSql('starts'),
  ends: inSql('ends'),
  utc_starts: inSql('utc_starts'),
  utc_ends: inSql('utc_ends'),
  published: inSql('date'),
  status: 'status',
  author: inSql('author'),
  hidden: inSql('hide_from_listings'),
  first_in_day: inSql('sticky'),
  protected: "CASE WHEN coalesce(password, '') = '' THEN 0 ELSE 1 END",
  languages: languagesSql(),
  ...filterFacts(inSql),
  venue: 'venue',
  organizer: 'organizer',
  category: 'category',
  tag: 'tag',
}
