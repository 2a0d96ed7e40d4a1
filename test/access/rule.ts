/** The rights of each role: the rule as the manual states it (A1–A7), written down once more, independently of the policy under test. */
export const everyone = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'translator',
  'subscriber',
  'anonymous',
] as const
export type Requester = (typeof everyone)[number]

export const kinds = ['event', 'venue', 'organizer'] as const
export type Kind = (typeof kinds)[number]

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof statuses)[number]
/** A protected event is published, and has a password. */
export type State = Status | 'protected'

export const states: Record<Kind, readonly State[]> = {
  event: [...statuses, 'protected'],
  venue: statuses,
  organizer: statuses,
}

export const paths = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
}

type Reach = 'all' | 'own' | 'own unpublished' | 'none'

/** `removes`: where it is not as `changes`. */
type Rule = { sees: Reach; changes: Reach; removes?: Reach; makes: string }
const rule: Record<Requester, Rule> = {
  administrator: { sees: 'all', changes: 'all', makes: 'event venue organizer image category tag' },
  editor: { sees: 'all', changes: 'all', makes: 'event venue organizer image category tag' },
  author: { sees: 'own', changes: 'own', makes: 'event venue organizer image category' },
  contributor: { sees: 'own', changes: 'own unpublished', makes: 'event venue organizer image' },
  // texts alone: `test/access/translators.test.ts`
  translator: { sees: 'all', changes: 'all', removes: 'none', makes: '' },
  subscriber: { sees: 'none', changes: 'none', makes: '' },
  anonymous: { sees: 'none', changes: 'none', makes: '' },
}

/** A record as far as the rule looks at it; `owner` is a login. */
export type Subject = { kind: Kind; owner: string; state: State }

const isPublic = ({ state }: Subject) => state === 'publish' || state === 'protected'
const isPublished = (record: Subject) => isPublic(record) || record.state === 'future'

function reaches(reach: Reach, requester: Requester, record: Subject): boolean {
  if (reach === 'all' || reach === 'none') return reach === 'all'
  return record.owner === requester && (reach === 'own' || !isPublished(record))
}

/** True if they see a record that is not published, or texts behind a password when they edit it. */
export const sees = (requester: Requester, record: Subject) =>
  reaches(rule[requester].sees, requester, record)
export const mayRead = (requester: Requester, record: Subject) =>
  isPublic(record) || sees(requester, record)
export const mayChange = (requester: Requester, record: Subject) =>
  reaches(rule[requester].changes, requester, record)
export const mayRemove = (requester: Requester, record: Subject) =>
  reaches(rule[requester].removes ?? rule[requester].changes, requester, record)
/** Roles that may make terms and images may change and delete them too; of images authors only their own, and contributors none. */
export const mayMake = (requester: Requester, kind: string) =>
  rule[requester].makes.split(' ').includes(kind)
export const mayPublish = (requester: Requester) =>
  ['administrator', 'editor', 'author'].includes(requester)

/** Status and code of a response; no code where nothing went wrong. */
export type Outcome = readonly [status: number, code?: string]

/** 401 for the unknown, 403 for the known. */
export const forbidden = (requester: Requester): Outcome => [
  requester === 'anonymous' ? 401 : 403,
  'rest_forbidden',
]

export function reading(requester: Requester, record: Subject): Outcome {
  if (record.kind === 'event' && record.state === 'trash') return [403, 'event-no-longer-available']
  if (!mayRead(requester, record)) return [403, `${record.kind}-not-accessible`]
  return record.state === 'protected' ? [403, 'event-password-protected'] : [200]
}

export const changing = (requester: Requester, record: Subject): Outcome =>
  mayChange(requester, record) ? [200] : forbidden(requester)

export function removing(requester: Requester, record: Subject): Outcome {
  if (!mayRemove(requester, record)) return forbidden(requester)
  return record.state === 'trash' ? [410, `${record.kind}-is-in-trash`] : [200]
}

/** The records that a list shows, by the requested status; undefined: it may not be requested (A2, A4). */
export function listing(
  requester: Requester,
  requested: Status | 'any' | undefined,
): ((record: Subject) => boolean) | undefined {
  if (rule[requester].sees === 'none' && requested !== undefined && requested !== 'publish')
    return undefined
  return record => {
    const status = record.state === 'protected' ? 'publish' : record.state
    const isRequested =
      requested === undefined || requested === 'any' ? status !== 'trash' : status === requested
    return isRequested && mayRead(requester, record)
  }
}

export const allowing = (requester: Requester, record: Subject) =>
  mayChange(requester, record)
    ? ['GET', ...(mayRemove(requester, record) ? ['DELETE'] : []), 'POST', 'PUT', 'PATCH']
    : ['GET']
