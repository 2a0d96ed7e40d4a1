import { AccountProblem, anonymous } from '../../calendar/index.ts'
import { entriesOf } from '../../define/base/objects.ts'
import type { Language } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { languages } from '../../define/text/language.ts'
import { adminOperations } from '../../operations/admin-api/index.ts'
import { type Operation, openPaths } from '../../operations/index.ts'
import { Problem } from '../../problem/index.ts'
import type { AdminAnswer, AdminCall, Handler, Handlers } from '../api/admin-call.ts'
import type { Response } from '../api/call.ts'
import { always } from '../api/headers.ts'
import { begin, type Finished, type Progress, run } from '../api/pipeline.ts'
import { enter, enterSession, isFromHere, sessionIn } from '../api/sender.ts'
import { holding } from '../api/with-body.ts'
import type { Base } from '../request/bases.ts'
import type { Held } from '../request/load.ts'
import { parseForm, readBody } from '../request/parse.ts'
import { isRead, type Request } from '../request/request.ts'
import { problemOf } from '../request/request-counts.ts'
import type { Service } from '../services/service.ts'
import type { AdminTarget } from './admin-target.ts'
import { backupsHandlers } from './backups.ts'
import { importsHandlers, subscriptionsHandlers } from './imports.ts'
import { mailsHandlers } from './mails.ts'
import { activityHandlers, manyHandlers } from './many.ts'
import { linksHandlers, ownAccountHandlers } from './own-account.ts'
import { placesHandlers, recordsHandlers, versionsHandlers, viewsHandlers } from './records.ts'
import { reportsHandlers } from './reports.ts'
import { providerHandlers, sessionHandlers } from './session.ts'
import { settingsHandlers, statusHandlers } from './settings.ts'
import { erasureHandlers, tokensHandlers, usersHandlers } from './users.ts'
import { webhooksHandlers } from './webhooks.ts'

/** The handlers of all operations: an operation without a handler does not compile. */
const handlers: Handlers<typeof adminOperations> = {
  ...sessionHandlers,
  ...providerHandlers,
  ...linksHandlers,
  ...ownAccountHandlers,
  ...usersHandlers,
  ...erasureHandlers,
  ...tokensHandlers,
  ...activityHandlers,
  ...versionsHandlers,
  ...recordsHandlers,
  ...reportsHandlers,
  ...manyHandlers,
  ...viewsHandlers,
  ...placesHandlers,
  ...settingsHandlers,
  ...statusHandlers,
  ...mailsHandlers,
  ...importsHandlers,
  ...subscriptionsHandlers,
  ...webhooksHandlers,
  ...backupsHandlers,
}

type Answered = { operation: Operation; handler: Handler<Operation> }
type Route = { path: string; byMethod: Map<string, Answered> }

const byPath = new Map<string, Route>()
for (const [key, operation] of entriesOf(adminOperations)) {
  const [method = '', path = ''] = key.split(' ')
  const route = byPath.get(path) ?? { path, byMethod: new Map() }
  byPath.set(path, route)
  // each is called with the values that its own parameters have checked
  route.byMethod.set(method, { operation, handler: handlers[key] as Handler<Operation> })
}
const number = '\\d{1,15}'
const match = openPaths([...byPath.values()], { id: number, version: number })

/** The operation that a method and a path lead to, and the numbers in the path. */
function routeOf(
  method: string,
  path: string,
): (Answered & { id: number; version: number }) | undefined {
  const { route, captured } = match(path.split('/')) ?? {}
  const entry = route?.byMethod.get(method === 'HEAD' ? 'GET' : method)
  return (
    entry && { ...entry, id: Number(captured?.id ?? 0), version: Number(captured?.version ?? 0) }
  )
}

/** The largest body: names and passwords; of the few operations that take files or thousands of IDs, more. */
const maxBytes = 64 * 1024
const maxLargeBytes = 2 * 1024 * 1024

/** Answers one request of the admin screens. Never throws. */
export function answerAdmin(
  service: Service,
  request: Request,
  target: AdminTarget,
): Promise<Finished | undefined> {
  const language = languages.find(one => one === target.language) ?? service.site.language
  const progress = begin(service, request, language)
  return run(progress, {
    answer: () =>
      walk(progress, target).catch(error => {
        throw error instanceof AccountProblem ? problemOf(error) : error
      }),
    finish: given => ({
      ...given,
      headers: {
        ...always,
        'Content-Language': language,
        'Cache-Control': 'no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
        Vary: 'Origin',
        ...progress.limits,
        ...given.headers,
      },
    }),
  })
}

/** The steps of the admin API: route, credentials or session, body, then the handler. */
async function walk(progress: Progress, target: AdminTarget): Promise<Response> {
  const { service, request, base, language } = progress
  if (target.route === 'doc' && isRead(request))
    return { status: 200, headers: {}, body: await documentFor(base, language) }
  const route = routeOf(request.method, target.route)
  if (!route) throw new Problem('rest_no_route')
  const identity = await caller(service, request, route.operation)
  progress.actor = identity.actor.login
  const given = await answered(progress, { ...route, ...identity, target })
  const { body, cookie, location, record } = given
  return {
    status: given.status ?? route.operation.status ?? 200,
    body,
    headers: {
      ...given.headers,
      ...(cookie && { 'Set-Cookie': cookie }),
      ...(location && { Location: location }),
    },
    ...(record && { record }),
  }
}

/** The documentation, loaded at its first request. */
async function documentFor({ publicUrl }: Base, language: Language) {
  const { adminDocument } = await import('../openapi/admin-document.ts')
  return adminDocument(language, `${publicUrl}/${language}/admin/api`, maxBytes)
}

/** The caller. Writes must come from pages of this site, also without a session; `Authorization` takes precedence over a cookie. */
async function caller(
  service: Service,
  request: Request,
  { access }: Operation,
): Promise<Identity> {
  if (request.headers.authorization && access === 'account') {
    const { actor, language } = await enter(request, service.authenticator, service.attempts)
    return { actor, entered: undefined, onlyLanguage: language || undefined }
  }
  if (access === 'anyone') {
    if (!isRead(request) && !isFromHere(service, request)) throw new Problem('session_elsewhere')
    const entered = request.headers.authorization ? undefined : await sessionIn(service, request)
    return { actor: entered?.actor ?? anonymous, entered, onlyLanguage: undefined }
  }
  if (request.headers.authorization) throw new Problem('session_expired')
  const entered = await enterSession(service, request, { needsToken: !isRead(request) })
  return { actor: entered.actor, entered, onlyLanguage: undefined }
}

type Identity = Pick<AdminCall, 'actor' | 'entered' | 'onlyLanguage'>
type Understood = Identity &
  Pick<AdminCall, 'id' | 'version'> & {
    operation: Operation
    handler: Handler<Operation>
    target: AdminTarget
  }

async function answered(
  { service, request, base, language }: Progress,
  { operation, handler, target, ...identity }: Understood,
): Promise<AdminAnswer> {
  const { params = {} } = operation
  const work = async (sent: Values) => {
    const caller = { actor: identity.actor, language, fallback: true }
    const values = await service.calendar.check({ params }, caller, sent)
    const call = { service, request, base, language, ...identity, values }
    return service.load.work(request, () => handler(call))
  }
  const query = parseForm(target.query).values
  if (isRead(request)) return work(query)
  return holding(
    service,
    identity.actor === anonymous,
    held => (request.method === 'DELETE' ? query : readJson(request, operation, held)),
    work,
  )
}

/** A body that a form of another site cannot send without the browser asking first. */
async function readJson(
  request: Request,
  { takesLargeBody }: Operation,
  held: Held,
): Promise<Values> {
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/json\s*(;|$)/i.test(type.trim())) throw new Problem('rest_invalid_body')
  const limits = { body: takesLargeBody ? maxLargeBytes : maxBytes, upload: 0 }
  const { values } = await readBody(request, limits, {
    takesFile: false,
    forbidden: undefined,
    held,
  })
  return values
}
