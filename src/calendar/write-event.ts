import { beyondTime, ownParent, unknownId } from '../define/flaws.ts'
import type { Linked } from '../define/links.ts'
import type { Values } from '../define/param.ts'
import type { Resource } from '../define/resource.ts'
import { flawedBy, Problem } from '../problem.ts'
import { whenAfter } from '../resources/event/when.ts'
import { resources } from '../resources/index.ts'
import type { Links, Row, StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { may } from './access.ts'
import { settle, slugRule, tell } from './event-follow-up.ts'
import { refuseUnexpected } from './expected.ts'
import type { Caller, House } from './house.ts'
import { discard, type ImageInWrite, prepareImage, settleImage } from './images.ts'
import { publication } from './publication.ts'
import { termsOf } from './terms.ts'
import {
  chooseSlugs,
  mainAfter,
  searchParts,
  settleSlugs,
  textsAfter,
  textsWritten,
} from './texts.ts'
import { authorOf, factsOf, findOrMake, type LinkedKind } from './write-linked.ts'

const room: Resource = resources.event

/** Pictures of an event and of the records posted inside it, fetched before the write begins. */
type Prepared = { image: ImageInWrite; linked: Map<Linked, ImageInWrite> }

async function prepare(house: House, caller: Caller, draft: Values): Promise<Prepared> {
  const linked = new Map<Linked, ImageInWrite>()
  const embedded = (['venue', 'organizer'] as const).flatMap(kind =>
    ((draft[kind] ?? []) as Linked[]).flatMap(one => ('draft' in one ? [{ kind, one }] : [])),
  )
  const sent = [draft.image, ...embedded.map(({ one }) => one.draft.image)]
  if (sent.filter(image => typeof image === 'string').length > mostImages)
    throw flawedBy('image', tooManyImages)
  // One deadline for all of them: the time for fetching begins here.
  const since = performance.now()
  try {
    for (const { kind, one } of embedded)
      linked.set(one, await prepareImage(house, caller, one.draft.image, kind, since))
    return { linked, image: await prepareImage(house, caller, draft.image, 'image', since) }
  } catch (error) {
    await discard(house, [...linked.values()])
    throw error
  }
}

/** Each is a call to somebody else's server. */
const mostImages = 10
const tooManyImages = {
  code: 'too_many_images',
  sentence: {
    en: 'At most 10 images can be fetched in one request. Upload the others first, and send their ids.',
    fr: 'Une requête peut faire télécharger 10 images au plus. Envoyez d’abord les autres, puis indiquez leurs ID.',
  },
}

async function withPictures<T>(
  house: House,
  caller: Caller,
  draft: Values,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(house, caller, draft)
  try {
    return await work(prepared)
  } catch (error) {
    await discard(house, [prepared.image, ...prepared.linked.values()])
    throw error
  }
}

export const createEvent = (house: House, caller: Caller, draft: Values): Promise<StoredRecord> =>
  withPictures(house, caller, draft, prepared =>
    house.store.write(async tx => {
      const when = whenOf(house, draft, undefined)
      const texts = textsAfter(textsWritten(room, draft, caller.language, undefined), undefined)
      const facts: Row = {
        ...defaults,
        ...factsOf(room, draft),
        ...when,
        ...publication(house, caller.actor, draft, undefined),
        ...passwordOf(house, draft),
        author: authorOf(draft, caller),
        modified: house.now(),
        main: caller.language,
        image: await settleImage(tx, house, caller, prepared.image),
      }
      const rule = slugRule(facts)
      const { keys } = await chooseSlugs(tx, room, undefined, texts, rule)
      const id = await tx.insert('event', facts, texts)
      if (rule.required && Object.values(texts).some(row => row.title && !row.slug))
        await settleSlugs(tx, room, id, texts, rule)
      else await tx.setSlugs('event', id, keys, true)
      const links = await link(tx, house, caller, id, draft, prepared, true)
      const event: StoredRecord = {
        id,
        kind: 'event',
        version: 1,
        facts,
        texts,
        links: { ...noLinks, ...links },
      }
      await tx.setSearch('event', id, searchParts(room, event), true)
      return tell(tx, house, caller, 'create', event, undefined)
    }),
  )

const defaults: Row = {
  show_map: 0,
  show_map_link: 0,
  hide_from_listings: 0,
  sticky: 0,
  featured: 0,
  ticketed: 0,
  cost: '',
}

function whenOf(house: House, draft: Values, stored: StoredRecord | undefined) {
  const kept = stored?.facts as Parameters<typeof whenAfter>[1]
  const when = whenAfter(draft, kept, { now: house.now(), zone: house.site.zone })
  if ('flaw' in when) throw flawedBy(when.flaw, when.beyond ? beyondTime : endBeforeStart)
  return when
}
const endBeforeStart = {
  code: 'end_before_start',
  sentence: {
    en: 'An event cannot end before it starts.',
    fr: 'Un évènement ne peut pas finir avant d’avoir commencé.',
  },
}

const passwordOf = ({ seal }: House, { password }: Values): Row =>
  password === undefined ? {} : { password: password ? seal(String(password)) : null }

export const changeEvent = (
  house: House,
  caller: Caller,
  id: number,
  draft: Values,
): Promise<StoredRecord> =>
  withPictures(house, caller, draft, prepared =>
    house.store.write(async tx => {
      const stored = await changeable(tx, caller, id)
      if (draft.post_parent === id) throw flawedBy('post_parent', ownParent('event'))
      const change = textsWritten(room, draft, caller.language, stored)
      const cleared = Object.fromEntries(
        Object.entries(factsOf(room, draft)).map(([name, value]) => [
          name,
          value ?? defaults[name] ?? null,
        ]),
      )
      const facts: Row = {
        ...cleared,
        ...whenOf(house, draft, stored),
        ...publication(house, caller.actor, draft, stored),
        ...passwordOf(house, draft),
        author: authorOf(draft, caller, stored),
        modified: house.now(),
        ...(prepared.image !== undefined && {
          image: await settleImage(tx, house, caller, prepared.image),
        }),
      }
      const main = mainAfter(change, stored)
      if (main) facts.main = main
      const version = await tx.update('event', id, facts, change)
      const links = await link(tx, house, caller, id, draft, prepared)
      const event: StoredRecord = {
        id,
        version,
        kind: 'event',
        facts: { ...stored.facts, ...facts },
        texts: textsAfter(change, stored),
        links: { ...stored.links, ...links },
      }
      return settle(tx, house, caller, event, stored)
    }),
  )

async function changeable(tx: Transaction, caller: Caller, id: number): Promise<StoredRecord> {
  const stored = await tx.get('event', id)
  if (!stored) throw await noSuchEvent(tx, id)
  if (!may(caller.actor, 'change', 'event', stored)) throw new Problem('rest_forbidden')
  refuseUnexpected(caller, stored)
  return stored
}

/** An unknown id is 404; the id of another record 400 (observed, section 3). */
export async function noSuchEvent(reader: Pick<Transaction, 'kindOf'>, id: number) {
  const other = await reader.kindOf('post', id)
  return other
    ? new Problem('rest-invalid-event-id')
    : new Problem('rest-event-not-found', { params: { id } })
}

/** Writes the links that were sent, and answers them. */
async function link(
  tx: Transaction,
  house: House,
  caller: Caller,
  event: number,
  draft: Values,
  { linked }: Prepared,
  isNew = false,
): Promise<Partial<Links>> {
  const links: Partial<Links> = {}
  for (const kind of ['venue', 'organizer'] as const)
    if (draft[kind] !== undefined)
      links[kind] = await linkedIds(
        tx,
        house,
        caller,
        kind,
        (draft[kind] ?? []) as Linked[],
        linked,
      )
  for (const [name, kind] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const)
    if (draft[name] !== undefined)
      links[kind] = await termsOf(tx, house, caller, kind, (draft[name] ?? []) as string[])
  await tx.setLinks(event, links, isNew)
  return links
}

async function linkedIds(
  tx: Transaction,
  house: House,
  caller: Caller,
  kind: LinkedKind,
  list: Linked[],
  images: Map<Linked, ImageInWrite>,
) {
  const ids: number[] = []
  for (const one of list) {
    if ('id' in one) {
      // It may have gone since the parameters were checked.
      if ((await tx.kindOf('post', one.id)) !== kind) throw flawedBy(kind, unknownId(kind, one.id))
      ids.push(one.id)
    } else {
      const image = images.get(one)
      const [{ id }, isNew] = await findOrMake(tx, house, caller, kind, one.draft, image)
      if (!isNew) await discard(house, [image])
      ids.push(id)
    }
  }
  return [...new Set(ids)]
}

/** Moves an event to the trash; its links stay (behaviour 4.14). */
export const removeEvent = (house: House, caller: Caller, id: number): Promise<StoredRecord> =>
  house.store.write(async tx => {
    const stored = await tx.get('event', id)
    if (!stored) throw await noSuchEvent(tx, id)
    if (!may(caller.actor, 'remove', 'event', stored)) throw new Problem('rest_forbidden')
    if (stored.facts.status === 'trash') throw new Problem('event-is-in-trash')
    refuseUnexpected(caller, stored)
    const facts = { status: 'trash', modified: house.now() }
    const version = await tx.update('event', id, facts)
    return settle(
      tx,
      house,
      caller,
      {
        ...stored,
        version,
        facts: { ...stored.facts, ...facts },
        texts: structuredClone(stored.texts),
      },
      stored,
    )
  })
