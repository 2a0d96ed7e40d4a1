import { anonymous } from '../../calendar/access/access.ts'
import { AccountProblem } from '../../calendar/people/account-types.ts'
import type { Language } from '../../define/field-type.ts'
import { check, type Values } from '../../define/param.ts'
import { languages } from '../../define/text/language.ts'
import type { Operation } from '../../operations/operation.ts'
import { Problem, withErrors } from '../../problem/problem.ts'
import type { Response } from '../api/call.ts'
import { always, type Headers } from '../api/headers.ts'
import { parseForm, readBody } from '../api/parse.ts'
import { asProblem } from '../api/pipeline.ts'
import { problemResponse } from '../api/problem-body.ts'
import { enter, enterSession, isFromHere, sessionIn } from '../api/sender.ts'
import type { Request } from '../server/request.ts'
import { holding } from '../server/with-body.ts'
import type { Service } from '../service.ts'
import { problemOf } from './account-problems.ts'
import type { AdminAnswer, AdminCall, Handler } from './admin-call.ts'
import type { AdminTarget } from './admin-target.ts'
import { routeOf } from './routes.ts'

/** The largest body: names and passwords, never files. */
const longest = 64 * 1024

type Answered = Response & { actor: string }

/** Answers one request of the admin screens. Never throws. */
export async function answerAdmin(
  service: Service,
  request: Request,
  target: AdminTarget,
): Promise<Answered> {
  const language = languages.find(one => one === target.language) ?? service.site.language
  let limits: Headers = {}
  let actor = ''
  const headersOf = (more: Headers): Headers => ({
    ...always,
    'Content-Language': language,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...limits,
    ...more,
  })
  try {
    if (service.rate) limits = service.rate(request.address)
    if (target.route === 'doc' && request.method === 'GET')
      return {
        status: 200,
        body: await documentFor(service, request, language),
        actor,
        headers: headersOf({}),
      }
    const found = routeOf(request.method, target.route)
    if (!found) throw new Problem('rest_no_route')
    const known = await caller(service, request, found.operation)
    actor = known.actor.login
    const given = await answered(service, request, { ...found, ...known, language, target })
    const { cookie, location, record } = given
    return {
      status: given.status ?? found.operation.status ?? 200,
      body: given.body,
      actor,
      headers: headersOf({
        ...given.headers,
        ...(cookie && { 'Set-Cookie': cookie }),
        ...(location && { Location: location }),
      }),
      ...(record && { record }),
    }
  } catch (error) {
    const problem =
      error instanceof AccountProblem ? problemOf(error) : asProblem(error, service, request)
    const { headers, ...response } = problemResponse(problem, language)
    return { ...response, actor, headers: headersOf(headers) }
  }
}

/** The documentation, loaded when somebody asks for it. */
async function documentFor({ bases }: Service, request: Request, language: Language) {
  const { adminDocument } = await import('../openapi/admin-document.ts')
  return adminDocument(language, `${bases.of(request).publicUrl}/${language}/admin/api`, longest)
}

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

/** Who asks. Writes come from pages of ours, also those of people who are not signed in; `Authorization` wins over a cookie. */
async function caller(service: Service, request: Request, { access }: Operation): Promise<Known> {
  if (request.headers.authorization && access === 'account') {
    const { actor, language } = await enter(request, service.authenticator, service.attempts)
    return { actor, entered: undefined, onlyLanguage: language || undefined }
  }
  if (access === 'anyone') {
    if (isWrite(request) && !isFromHere(service, request)) throw new Problem('session_elsewhere')
    const entered = request.headers.authorization ? undefined : await sessionIn(service, request)
    return { actor: entered?.actor ?? anonymous, entered, onlyLanguage: undefined }
  }
  if (request.headers.authorization) throw new Problem('session_expired')
  const entered = await enterSession(service, request, { needsToken: isWrite(request) })
  return { actor: entered.actor, entered, onlyLanguage: undefined }
}

type Known = Pick<AdminCall, 'actor' | 'entered' | 'onlyLanguage'>
type Understood = Known &
  Pick<AdminCall, 'id' | 'version' | 'language'> & {
    operation: Operation
    handler: Handler<Operation>
    target: AdminTarget
  }

async function answered(
  service: Service,
  request: Request,
  { operation, handler, target, ...known }: Understood,
): Promise<AdminAnswer> {
  const base = service.bases.of(request)
  const work = (sent: Values) => {
    const values = checked(service, known.language, operation, sent)
    return service.load.work(request, () => handler({ service, request, base, ...known, values }))
  }
  const query = parseForm(target.query).values
  if (!isWrite(request)) return work(query)
  return holding(
    service,
    known.actor === anonymous,
    held => (request.method === 'DELETE' ? query : readJson(request, held)),
    work,
  )
}

/** A body that a form of another site cannot send without the browser asking first. */
async function readJson(
  request: Request,
  held: ReturnType<Service['load']['hold']>,
): Promise<Values> {
  const type = String(request.headers['content-type'] ?? '')
  if (!/^application\/json\s*(;|$)/i.test(type.trim())) throw new Problem('rest_invalid_body')
  const limits = { body: longest, upload: 0 }
  const { values } = await readBody(request, limits, {
    takesFile: false,
    forbidden: undefined,
    held,
  })
  return values
}

function checked(
  { now, site }: Service,
  language: Language,
  { params = {} }: Operation,
  sent: Values,
): Values {
  const { values, fieldErrors, missing } = check(params, sent, {
    now: now(),
    zone: site.zone,
    language,
  })
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  if (Object.keys(fieldErrors).length > 0) throw withErrors(fieldErrors)
  return values
}
