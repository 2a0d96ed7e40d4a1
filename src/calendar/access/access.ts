import type { Role, Scope } from '../../define/account-messages.ts'
import { statuses as allStatuses } from '../../define/field-types.ts'
import { isFile, isTerm, type ResourceName } from '../../resources/index.ts'
import type { StoredRecord, Visible } from '../../store/index.ts'

/** The caller. Anonymous callers have ID 0 and no role. */
export type Actor = {
  id: number
  login: string
  role: Role | 'anonymous'
  /** The scope of the credential; accounts without one may do everything that their role may. */
  scope: Scope
  /** Unix seconds at which the credential expires; credentials created with it expire no later. */
  ends?: number
  /** The submission of an event that this visitor proposed, as it is stored: they may correct the event until it is reviewed. */
  submission?: string
}

export const anonymous: Actor = { id: 0, login: '', role: 'anonymous', scope: 'read' }
/** The service itself: schedules, migrations. */
export const service: Actor = { id: 0, login: 'almanac', role: 'administrator', scope: 'admin' }

/** The author of proposals by the public form; editors review them. */
export const visitor: Actor = { id: 0, login: 'visitor', role: 'contributor', scope: 'write' }

export type Act = 'create' | 'change' | 'remove'

const rank: Record<Actor['role'], number> = {
  anonymous: 0,
  subscriber: 1,
  translator: 2,
  contributor: 2,
  author: 3,
  editor: 4,
  administrator: 5,
}

/** True if this actor changes texts alone, of any record: `refuseFacts` refuses all else. */
export const onlyTranslates = ({ role }: Actor) => role === 'translator'

const atLeast = ({ role }: Actor, min: Role) => rank[role] >= rank[min]

/** Minimum role for actions without a record, where it is above contributor. */
const min: Partial<Record<ResourceName, Role>> = {
  category: 'author',
  tag: 'editor',
  page: 'editor',
}

type Owned = Pick<StoredRecord, 'facts'>

const owns = (actor: Actor, { facts }: Owned) => actor.id !== 0 && facts.author === actor.id

/** True for the visitor’s own submission, while it waits for review or was returned. */
const isTheirs = ({ submission }: Actor, { facts }: Owned) =>
  submission !== undefined && facts.submission === submission && isOpenProposal(facts)

export const isOpenProposal = ({ status, returned }: Owned['facts']) =>
  status === 'pending' || (status === 'draft' && Boolean(returned))
const isPublished = ({ facts }: Owned) => facts.status === 'publish' || facts.status === 'future'

/**
 * True if this actor may do this. The single rule for IDs, slugs, linked and embedded records, images and `Allow` headers (A1). Without a
 * record: true if the actor may do it to some record of the kind.
 */
export function may(actor: Actor, act: Act, kind: ResourceName, record?: Owned): boolean {
  if (actor.scope === 'read') return false
  if (onlyTranslates(actor)) return act === 'change'
  if (!atLeast(actor, min[kind] ?? 'contributor')) return false
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

/** True if this actor may publish; otherwise their records are stored as drafts for review. */
export const mayPublish = (actor: Actor) => atLeast(actor, 'author')

/** True if this actor may have images fetched from URLs. Contributors send files. */
export const mayFetchImages = (actor: Actor) => actor.scope !== 'read' && mayPublish(actor)

/** Only those who may see an image load its files: it waits like the record of a contributor that shows it. */
export const holdsImages = (actor: Actor) => !mayPublish(actor)

/** True if this actor sees the unpublished records of all users, not only their own. */
export const seesOthers = (actor: Actor) => atLeast(actor, 'editor') || onlyTranslates(actor)
/** True if this actor sees what users did, what visitors sent in, and where records came from. */
export const seesPeople = (actor: Actor) => atLeast(actor, 'editor')
export const seesOwn = (actor: Actor) => atLeast(actor, 'contributor')

/** True if this actor may read this record. Verbs check password and trash (A2, A3). */
export function mayRead(actor: Actor, record: Owned): boolean {
  if (record.facts.status === 'publish' || record.facts.status === undefined) return true
  return seesOthers(actor) || (atLeast(actor, 'contributor') && owns(actor, record))
}

/** True if this actor may open a protected record for editing without its password. */
export const mayEdit = (actor: Actor, record: Owned) =>
  seesOthers(actor) || (atLeast(actor, 'contributor') && owns(actor, record))

/** True if this actor may write in the name of others (A8). */
export const mayWriteForOthers = (actor: Actor) => atLeast(actor, 'editor')

/** True if this actor may see and change accounts. */
export const mayAdminister = ({ role, scope }: Actor) =>
  role === 'administrator' && scope === 'admin'

/** True if this actor may import and subscribe to feeds: from this role up. */
export const mayImport = (actor: Actor, least: Role) =>
  atLeast(actor, least) && actor.scope === 'admin'

const everythingButTrash = allStatuses.filter(status => status !== 'trash')

/** The records that a list shows this actor (A2): by default, or of the requested statuses. Undefined: they may not request these (A4). */
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

/** Searches do not find texts behind a password for callers who may not read them (A2, A10). */
export const protectedFor = (actor: Actor) =>
  seesOthers(actor) ? ('all' as const) : seesOwn(actor) ? actor.id : -1
