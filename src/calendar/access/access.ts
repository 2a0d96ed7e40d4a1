import type { Role, Scope } from '../../define/account-messages.ts'
import { statuses as allStatuses } from '../../define/field-types.ts'
import { isFile, isTerm, type ResourceName } from '../../resources/index.ts'
import type { StoredRecord, Visible } from '../../store/store.ts'

/** Who asks. Anonymous callers have id 0 and no role. */
export type Actor = {
  id: number
  login: string
  role: Role | 'anonymous'
  /** What the credential covers; accounts without one cover everything their role does. */
  scope: Scope
  /** Unix seconds at which the credential ends; what it hands out ends no later. */
  ends?: number
  /** The submission of an event that this visitor proposed, as it is stored: they may correct the event until it is reviewed. */
  submission?: string
}

export const anonymous: Actor = { id: 0, login: '', role: 'anonymous', scope: 'read' }
/** The service itself: schedules, migrations. */
export const service: Actor = { id: 0, login: 'almanac', role: 'administrator', scope: 'admin' }

/** Someone who proposes an event by the public form: what they write waits for the editors. */
export const visitor: Actor = { id: 0, login: 'visitor', role: 'contributor', scope: 'write' }

export type Act = 'create' | 'change' | 'remove'

const rank: Record<Actor['role'], number> = {
  anonymous: 0,
  subscriber: 1,
  contributor: 2,
  author: 3,
  editor: 4,
  administrator: 5,
}

const atLeast = ({ role }: Actor, min: Role) => rank[role] >= rank[min]

/** Minimum role for actions without a record, where it is above contributor. */
const min: Partial<Record<ResourceName, Role>> = {
  category: 'author',
  tag: 'editor',
  page: 'editor',
}

type Owned = Pick<StoredRecord, 'facts'>

const owns = (actor: Actor, { facts }: Owned) => actor.id !== 0 && facts.author === actor.id

/** Is it the proposal of this visitor, which waits for review or was returned to them? */
const isTheirs = ({ submission }: Actor, { facts }: Owned) =>
  submission !== undefined && facts.submission === submission && isOpenProposal(facts)

export const isOpenProposal = ({ status, returned }: Owned['facts']) =>
  status === 'pending' || (status === 'draft' && Boolean(returned))
const isPublished = ({ facts }: Owned) => facts.status === 'publish' || facts.status === 'future'

/**
 * May this actor do this? The one rule for ids, slugs, linked and embedded records, images and lists of methods
 * (A1). Without a record: may they do it to some record of that kind?
 */
export function may(actor: Actor, act: Act, kind: ResourceName, record?: Owned): boolean {
  if (actor.scope === 'read' || !atLeast(actor, min[kind] ?? 'contributor')) return false
  // a visitor sends an image with their proposal alone
  if (isFile(kind) && actor.id === 0 && actor.role === 'contributor') return false
  if (act === 'create' || !record || isTerm(kind)) return true
  if (atLeast(actor, 'editor')) return true
  if (act === 'change' && isTheirs(actor, record)) return true
  if (!owns(actor, record)) return false
  return atLeast(actor, 'author') || !isPublished(record)
}

/** May this actor delete records permanently that could go to the trash (D1): those of others too, or none. */
export const mayErase = (actor: Actor) => atLeast(actor, 'editor')

/** May this actor publish, or are their records kept as drafts for review? */
export const mayPublish = (actor: Actor) => atLeast(actor, 'author')

/** May this actor have images fetched from URLs? Contributors send files. */
export const mayFetchImages = (actor: Actor) => actor.scope !== 'read' && mayPublish(actor)

/** Only those who may see an image load its files: it waits like the record of a contributor that shows it. */
export const holdsImages = (actor: Actor) => !mayPublish(actor)

/** May this actor see records that are not published: all of them, or their own? */
export const seesOthers = (actor: Actor) => atLeast(actor, 'editor')
export const seesOwn = (actor: Actor) => atLeast(actor, 'contributor')

/** May this actor read this record? Verbs check password and trash (A2, A3). */
export function mayRead(actor: Actor, record: Owned): boolean {
  if (record.facts.status === 'publish' || record.facts.status === undefined) return true
  return seesOthers(actor) || (atLeast(actor, 'contributor') && owns(actor, record))
}

/** May this actor open a protected record without its password, when they ask to edit it? */
export const mayEdit = (actor: Actor, record: Owned) =>
  seesOthers(actor) || (atLeast(actor, 'contributor') && owns(actor, record))

/** May this actor write in the name of others (A8)? */
export const mayWriteForOthers = (actor: Actor) => atLeast(actor, 'editor')

/** May this actor see and change accounts? */
export const mayAdminister = ({ role, scope }: Actor) =>
  role === 'administrator' && scope === 'admin'

const everythingButTrash = allStatuses.filter(status => status !== 'trash')

/** What a list shows this actor (A2): by default, or of the requested statuses. Undefined: they may not request these (A4). */
export function visibleTo(actor: Actor): Visible
export function visibleTo(
  actor: Actor,
  requested: readonly string[] | undefined,
): Visible | undefined
export function visibleTo(actor: Actor, requested?: readonly string[]): Visible | undefined {
  const statuses: readonly string[] =
    requested && !requested.includes('any') ? requested : everythingButTrash
  if (!seesOwn(actor)) {
    if (requested && !(requested.length === 1 && requested[0] === 'publish')) return undefined
    return { statuses: ['publish'] }
  }
  if (seesOthers(actor)) return { statuses: [...statuses] }
  return {
    statuses: statuses.filter(status => status === 'publish'),
    own: { author: actor.id, statuses: [...statuses] },
  }
}

/** What a password hides is not found by those who may not read it (A2, A10). */
export const protectedFor = (actor: Actor) =>
  seesOthers(actor) ? ('all' as const) : seesOwn(actor) ? actor.id : -1
