import { namesIn } from '../../define/objects.ts'
import { isTree } from '../../define/record.ts'
import type { Doing as DoingOfRoute } from '../../operations/routes.ts'
import { type ProblemCode, problems } from '../../problem/problem.ts'
import {
  isFile as isFileName,
  isPost as isPostName,
  isTerm as isTermName,
} from '../../resources/index.ts'

/** What decides what can go wrong: an operation, or OPTIONS, which describes one. */
export type Doing =
  | DoingOfRoute
  | { verb: 'describe'; kind: DoingOfRoute['kind']; by: DoingOfRoute['by'] }

const codes = namesIn(problems)

const hasBody = ({ verb }: Doing) => verb === 'create' || verb === 'change' || verb === 'remove'
const isWrite = ({ verb }: Doing) => verb === 'create' || verb === 'change'
const isOf =
  (...kinds: Doing['kind'][]) =>
  (doing: Doing) =>
    kinds.includes(doing.kind)
const isTerm = ({ kind }: Doing) => kind !== undefined && isTermName(kind)
const isFile = ({ kind }: Doing) => kind !== undefined && isFileName(kind)
const isPost = ({ kind }: Doing) => kind !== undefined && isPostName(kind)
const isEvent = isOf('event')
/** Has The Events Calendar no codes for it? */
const isPlain = (of: Doing) => isPost(of) && !(`${of.kind}-not-accessible` in problems)
const always = () => true
/** Reserved: nothing throws it on a route of the API. */
const never = () => false
const reads = (kind: Doing['kind']) => (of: Doing) => of.verb === 'read' && of.kind === kind
const lists = (kind: Doing['kind']) => (of: Doing) => of.verb === 'list' && of.kind === kind
const removes = (kind: Doing['kind']) => (of: Doing) => of.verb === 'remove' && of.kind === kind

/** What can go wrong, and where. */
const occurs: Record<ProblemCode, (of: Doing) => boolean> = {
  rest_no_route: ({ by, verb }) => by !== undefined && verb !== 'describe',
  rest_invalid_namespace: ({ verb }) => verb === 'index',
  rest_missing_callback_param: ({ verb }) => verb === 'create',
  rest_invalid_param: ({ verb }) => verb !== 'describe',
  rest_invalid_json: hasBody,
  rest_invalid_body: hasBody,
  rest_invalid_request: never,
  rest_invalid_url: ({ by }) => by !== undefined,
  rest_body_too_large: hasBody,
  rest_not_logged_in: ({ verb }) => !['index', 'doc', 'describe'].includes(verb),
  rest_forbidden: of => hasBody(of) || (of.verb === 'read' && isPlain(of)),
  rest_cannot_edit_others: of => isWrite(of) && isPost(of),
  rest_cross_site: hasBody,
  rest_precondition_failed: ({ verb }) => verb === 'change' || verb === 'remove',
  invalid_username: always,
  incorrect_password: always,
  invalid_token: always,
  invalid_authorization: always,
  // Of sessions and accounts the document of the admin screens tells.
  session_expired: never,
  session_token: never,
  session_elsewhere: never,
  session_needs_https: never,
  sign_in_failed: never,
  second_factor_required: never,
  second_factor_failed: never,
  account_disabled: never,
  wrong_password: never,
  setup_code: never,
  setup_done: never,
  link_expired: never,
  provider_unreachable: never,
  provider_refused: never,
  provider_expired: never,
  provider_email: never,
  provider_no_account: never,
  user_not_found: never,
  session_not_found: never,
  token_not_found: never,
  event_not_pending: never,
  version_not_found: never,
  last_administrator: never,
  too_many_attempts: always,
  too_many_requests: always,
  service_too_busy: ({ verb }) => verb !== 'describe',
  rest_insufficient_storage: hasBody,
  rest_storage_failing: ({ verb }) => verb !== 'describe',
  rest_database_unreachable: ({ verb }) => verb !== 'describe',
  rest_service_outdated: isWrite,
  rest_images_unreachable: of => isWrite(of) && (isPost(of) || isFile(of)),
  'rest-event-not-found': of =>
    isEvent(of) &&
    (of.by === 'id' ? of.verb !== 'describe' : of.by === 'slug' && of.verb === 'change'),
  'rest-invalid-event-id': of => isEvent(of) && of.by === 'id' && of.verb !== 'describe',
  'event-no-longer-available': reads('event'),
  'event-not-accessible': reads('event'),
  'venue-not-accessible': reads('venue'),
  'organizer-not-accessible': reads('organizer'),
  'event-password-protected': reads('event'),
  'event-is-in-trash': removes('event'),
  'venue-is-in-trash': removes('venue'),
  'organizer-is-in-trash': removes('organizer'),
  'event-archive-page-not-found': lists('event'),
  'venue-archive-page-not-found': lists('venue'),
  'organizer-archive-page-not-found': lists('organizer'),
  'image-archive-page-not-found': lists('image'),
  empty_content: of => isWrite(of) && isEvent(of),
  // An event may bring new categories and tags by name.
  empty_term_name: of => isWrite(of) && (isTerm(of) || isEvent(of)),
  db_insert_error: of => isWrite(of) && (isTerm(of) || isEvent(of)),
  term_exists: of => of.verb === 'create' && isTerm(of),
  duplicate_term_slug: of => of.verb === 'change' && isTerm(of),
  rest_taxonomy_not_hierarchical: of => isWrite(of) && isTerm(of) && !isTree(of.kind ?? ''),
  rest_image_in_use: removes('image'),
  rest_internal: always,
}

/** Codes that some operation answers. */
export const knownCodes = codes.filter(code => occurs[code] !== never)

/** A write without credentials is refused with 401; a hidden record, as in The Events Calendar, with 403 to all. */
export const statusesOf = (code: ProblemCode, of?: Doing): number[] =>
  code === 'rest_forbidden' && of?.verb !== 'read' ? [401, 403] : [problems[code].status]

/** Codes by status, for one operation, statuses ascending. */
export function problemsOf(doing: Doing): Map<number, ProblemCode[]> {
  const found = new Map<number, ProblemCode[]>()
  for (const code of codes.filter(each => occurs[each](doing)))
    for (const status of statusesOf(code, doing))
      found.set(status, [...(found.get(status) ?? []), code])
  return new Map([...found].sort(([a], [b]) => a - b))
}
