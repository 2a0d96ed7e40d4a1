import { unknownId } from '../define/flaws.ts'
import { flawedBy, Problem } from '../problem.ts'
import type { LinkKind, StoredRecord } from '../store/store.ts'
import { may } from './access.ts'
import { occurrenceOf } from './event-follow-up.ts'
import { refuseUnexpected } from './expected.ts'
import type { Caller, House } from './house.ts'
import { entryOf, record } from './journal.ts'
import { noSuchEvent } from './write-event.ts'
import { unlinkEverywhere } from './write-linked.ts'

/**
 * Erases an event, a venue or an organizer for good, from the trash or not: texts, links, slugs, searched words. The change log keeps
 * only that it went. Answers what it was.
 */
export const erase = (
  house: House,
  caller: Caller,
  kind: 'event' | 'venue' | 'organizer',
  id: number,
): Promise<StoredRecord> =>
  house.store.write(async tx => {
    const stored = await tx.get(kind, id)
    if (!stored)
      throw kind === 'event' ? await noSuchEvent(tx, id) : flawedBy('id', unknownId(kind, id))
    if (!may(caller.actor, 'remove', kind, stored)) throw new Problem('rest_forbidden')
    refuseUnexpected(caller, stored)
    if (kind !== 'event') {
      await unlinkEverywhere(tx, house, caller, kind, id)
      await tx.remove(kind, id)
      await record(tx, house, caller, 'remove', kind, id, stored.version + 1)
      return stored
    }
    const counted: [term: number, count: number][] = []
    if (stored.facts.status === 'publish')
      for (const term of ['category', 'tag'] as LinkKind[])
        if (stored.links[term].length > 0)
          counted.push(...(await tx.add(term, stored.links[term], 'count', -1)))
    await tx.remove('event', id)
    await record(tx, house, caller, 'remove', 'event', id, stored.version + 1, {
      was: entryOf(stored, occurrenceOf(stored)),
      ...(counted.length > 0 && { counted }),
    })
    return stored
  })
