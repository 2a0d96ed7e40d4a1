import type { PostLinkKind, StoredRecord } from '../../define/record.ts'
import { pageSize } from './batches.ts'
import { unlinkDates } from './date-links.ts'
import { identical } from './identical.ts'
import { withoutLink } from './links.ts'
import { logChange } from './log-change.ts'
import { publicSlugs } from './slugs.ts'
import type { DraftOf, Rules, Write } from './write-types.ts'

/** The rules of venues and organizers in writes: identical ones are reused, and trashing one removes it from its events. */
const linkedRules = <K extends PostLinkKind>(
  kind: K,
  nameOf: (draft: DraftOf<K>) => string | null | undefined,
): Rules<K> => ({
  slugs: publicSlugs,
  same: (write, draft) => identical(write, kind, draft, nameOf(draft)),
  leave: (write, stored) => unlinkSome(write, kind, stored),
  release: (write, stored) => unlinkSome(write, kind, stored),
})

export const venueRules = linkedRules('venue', ({ venue }) => venue)
export const organizerRules = linkedRules('organizer', ({ organizer }) => organizer)

/** Takes a record out of some of its events, which have changed and say so in the journal. Says whether more may have it. */
async function unlinkSome(
  { tx, context, caller }: Write,
  kind: PostLinkKind,
  { id }: StoredRecord,
): Promise<boolean> {
  const events = await tx.eventsOf(kind, id, 0, pageSize)
  for (const event of await tx.getMany('event', events)) {
    await unlinkDates({ tx }, event, { kind, id })
    const links = withoutLink(event, kind, id)
    const version = await tx.update('event', event.id, {}, {}, links)
    const after = { ...event, version, links: { ...event.links, ...links } }
    await tx.derive(after, event)
    await logChange(tx, context, caller, event, after)
  }
  return events.length === pageSize
}
