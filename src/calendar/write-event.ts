import { beyondTime, ownParent, unknownId } from '../define/field-errors.ts'
import type { Linked } from '../define/links.ts'
import type { Values } from '../define/param.ts'
import type { Resource } from '../define/resource.ts'
import { fieldProblem, Problem } from '../problem.ts'
import { whenAfter } from '../resources/event/when.ts'
import { resources } from '../resources/index.ts'
import type { Links, Row, StoredRecord, Transaction } from '../store/store.ts'
import { noLinks } from '../store/store.ts'
import { may } from './access.ts'
import type { Caller, Context } from './context.ts'
import { settle, slugRule, tell } from './event-follow-up.ts'
import { refuseUnexpected } from './expectation.ts'
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

const resource: Resource = resources.event

/** Pictures of an event and of the records posted inside it, fetched before the write begins. */
type Prepared = { image: ImageInWrite; linked: Map<Linked, ImageInWrite> }

async function prepare(context: Context, caller: Caller, draft: Values): Promise<Prepared> {
  const linked = new Map<Linked, ImageInWrite>()
  const embedded = (['venue', 'organizer'] as const).flatMap(kind =>
    ((draft[kind] ?? []) as Linked[]).flatMap(one => ('draft' in one ? [{ kind, one }] : [])),
  )
  const sent = [draft.image, ...embedded.map(({ one }) => one.draft.image)]
  if (sent.filter(image => typeof image === 'string').length > mostImages)
    throw fieldProblem('image', tooManyImages)
  // One deadline for all of them: the time for fetching begins here.
  const since = performance.now()
  try {
    for (const { kind, one } of embedded)
      linked.set(one, await prepareImage(context, caller, one.draft.image, kind, since))
    return { linked, image: await prepareImage(context, caller, draft.image, 'image', since) }
  } catch (error) {
    await discard(context, [...linked.values()])
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
  context: Context,
  caller: Caller,
  draft: Values,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const prepared = await prepare(context, caller, draft)
  try {
    return await work(prepared)
  } catch (error) {
    await discard(context, [prepared.image, ...prepared.linked.values()])
    throw error
  }
}

export const createEvent = (
  context: Context,
  caller: Caller,
  draft: Values,
): Promise<StoredRecord> =>
  withPictures(context, caller, draft, prepared =>
    context.store.write(async tx => {
      const when = whenOf(context, draft, undefined)
      const texts = textsAfter(textsWritten(resource, draft, caller.language, undefined), undefined)
      const facts: Row = {
        ...defaults,
        ...factsOf(resource, draft),
        ...when,
        ...publication(context, caller.actor, draft, undefined),
        ...passwordOf(context, draft),
        author: authorOf(draft, caller),
        modified: context.now(),
        main: caller.language,
        image: await settleImage(tx, context, caller, prepared.image),
      }
      const rule = slugRule(facts)
      const { keys } = await chooseSlugs(tx, resource, undefined, texts, rule)
      const id = await tx.insert('event', facts, texts)
      if (rule.required && Object.values(texts).some(row => row.title && !row.slug))
        await settleSlugs(tx, resource, id, texts, rule)
      else await tx.setSlugs('event', id, keys, true)
      const links = await link(tx, context, caller, id, draft, prepared, true)
      const event: StoredRecord = {
        id,
        kind: 'event',
        version: 1,
        facts,
        texts,
        links: { ...noLinks, ...links },
      }
      await tx.setSearch('event', id, searchParts(resource, event), true)
      return tell(tx, context, caller, event, undefined)
    }),
  )

/** What the columns of a new event hold where nothing was sent. */
const defaults: Row = Object.fromEntries(
  Object.entries(resource.fields).flatMap(([name, { type }]) =>
    type.blank === undefined ? [] : [[name, type.blank]],
  ),
)

function whenOf(context: Context, draft: Values, stored: StoredRecord | undefined) {
  const kept = stored?.facts as Parameters<typeof whenAfter>[1]
  const when = whenAfter(draft, kept, { now: context.now(), zone: context.site.zone })
  if ('fieldError' in when)
    throw fieldProblem(when.fieldError, when.beyond ? beyondTime : endBeforeStart)
  return when
}
const endBeforeStart = {
  code: 'end_before_start',
  sentence: {
    en: 'An event cannot end before it starts.',
    fr: 'Un évènement ne peut pas finir avant d’avoir commencé.',
  },
}

const passwordOf = ({ seal }: Context, { password }: Values): Row =>
  password === undefined ? {} : { password: password ? seal(String(password)) : null }

export const changeEvent = (
  context: Context,
  caller: Caller,
  id: number,
  draft: Values,
): Promise<StoredRecord> =>
  withPictures(context, caller, draft, prepared =>
    context.store.write(async tx => {
      const stored = await changeable(tx, caller, id)
      if (draft.post_parent === id) throw fieldProblem('post_parent', ownParent('event'))
      const change = textsWritten(resource, draft, caller.language, stored)
      const cleared = Object.fromEntries(
        Object.entries(factsOf(resource, draft)).map(([name, value]) => [
          name,
          value ?? defaults[name] ?? null,
        ]),
      )
      const facts: Row = {
        ...cleared,
        ...whenOf(context, draft, stored),
        ...publication(context, caller.actor, draft, stored),
        ...passwordOf(context, draft),
        author: authorOf(draft, caller, stored),
        modified: context.now(),
        ...(prepared.image !== undefined && {
          image: await settleImage(tx, context, caller, prepared.image),
        }),
      }
      const main = mainAfter(change, stored)
      if (main) facts.main = main
      const version = await tx.update('event', id, facts, change)
      const links = await link(tx, context, caller, id, draft, prepared)
      const event: StoredRecord = {
        id,
        version,
        kind: 'event',
        facts: { ...stored.facts, ...facts },
        texts: textsAfter(change, stored),
        links: { ...stored.links, ...links },
      }
      return settle(tx, context, caller, event, stored)
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
  context: Context,
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
        context,
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
      links[kind] = await termsOf(tx, context, caller, kind, (draft[name] ?? []) as string[])
  await tx.setLinks(event, links, isNew)
  return links
}

async function linkedIds(
  tx: Transaction,
  context: Context,
  caller: Caller,
  kind: LinkedKind,
  list: Linked[],
  images: Map<Linked, ImageInWrite>,
) {
  const ids: number[] = []
  for (const one of list) {
    if ('id' in one) {
      // It may have gone since the parameters were checked.
      if ((await tx.kindOf('post', one.id)) !== kind)
        throw fieldProblem(kind, unknownId(kind, one.id))
      ids.push(one.id)
    } else {
      const image = images.get(one)
      const [{ id }, isNew] = await findOrMake(tx, context, caller, kind, one.draft, image)
      if (!isNew) await discard(context, [image])
      ids.push(id)
    }
  }
  return [...new Set(ids)]
}

/** Moves an event to the trash; its links stay (behaviour 4.14). */
export const removeEvent = (context: Context, caller: Caller, id: number): Promise<StoredRecord> =>
  context.store.write(async tx => {
    const stored = await tx.get('event', id)
    if (!stored) throw await noSuchEvent(tx, id)
    if (!may(caller.actor, 'remove', 'event', stored)) throw new Problem('rest_forbidden')
    if (stored.facts.status === 'trash') throw new Problem('event-is-in-trash')
    refuseUnexpected(caller, stored)
    const facts = { status: 'trash', modified: context.now() }
    const version = await tx.update('event', id, facts)
    return settle(
      tx,
      context,
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
