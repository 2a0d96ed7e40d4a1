import { randomUUID } from 'node:crypto'
import type { Device, Identity } from '../../calendar/index.ts'
import { isObject } from '../../define/base/objects.ts'
import type { Language } from '../../define/text/language.ts'
import type { providerOperations, sessionOperations } from '../../operations/admin-api/index.ts'
import { Problem, type ProblemCode } from '../../problem/index.ts'
import { type AdminCall, type Handlers, sessionOf, timestamp } from '../api/admin-call.ts'
import { cookieIn, hostCookie } from '../api/sender.ts'
import type { Request } from '../request/request.ts'
import type { Provider, ProviderChecks, Service } from '../services/service.ts'
import {
  canSignIn,
  codeGuesses,
  describeSession,
  endedAnswer,
  homeOf,
  opening,
  sessionAnswer,
  signingIn,
} from './attempts.ts'

/** The device of a sign-in. */
export const deviceOf = ({ headers, ip }: Request): Device => ({
  agent: headers['user-agent'] ?? '',
  address: ip,
})

/** The first that is found counts: Edge calls itself Chrome too, and Chrome Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (table: readonly [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

/** The names of the browser and the system of a sign-in; empty if it does not state them. */
const namesOf = (agent: string) => ({
  browser: nameIn(browsers, agent),
  system: nameIn(systems, agent),
})

function refusePlainHttp({ base, request }: AdminCall) {
  if (!canSignIn(base, request)) throw new Problem('session_needs_https')
}

export const sessionHandlers: Handlers<typeof sessionOperations> = {
  'GET /session': async call => ({ body: await describeSession(call, call.entered) }),

  async 'POST /session'(call) {
    refusePlainHttp(call)
    const { service, request, values, entered: before } = call
    const login = values.login
    const credentials = { login, password: values.password, code: values.code }
    const entered = await signingIn(service, request, login, () =>
      service.signIn.signIn(credentials, deviceOf(request), {
        before,
        guesses: codeGuesses(service),
      }),
    )
    return sessionAnswer(call, entered)
  },

  async 'DELETE /session'(call) {
    const { session, user } = sessionOf(call)
    await call.service.signIn.sessions.end(user.id, session.id)
    return endedAnswer(call)
  },

  async 'POST /setup'(call) {
    refusePlainHttp(call)
    const { service, request, values } = call
    const given = {
      code: values.code,
      login: values.login,
      email: values.email ?? '',
      name: values.name ?? '',
      password: values.password,
      language: values.language ?? '',
    }
    const entered = await opening(service, request, () =>
      service.signIn.setUp(given, deviceOf(request)),
    )
    return { ...sessionAnswer(call, entered), record: `user/${entered.user.id}` }
  },

  async 'GET /sessions'(call) {
    const { session, user } = sessionOf(call)
    const sessions = await call.service.signIn.sessions.list(user.id)
    const presented = sessions.map(({ id, agent, address, created, used, expires }) => ({
      id,
      current: id === session.id,
      ...namesOf(agent),
      agent,
      address,
      created: timestamp(created),
      used: timestamp(used),
      expires: timestamp(expires),
    }))
    return { body: { sessions: presented } }
  },

  async 'DELETE /sessions/:id'(call) {
    const { session, user } = sessionOf(call)
    if (!(await call.service.signIn.sessions.end(user.id, call.id)))
      throw new Problem('session_not_found')
    const own = call.id === session.id
    return { ...(own && (await endedAnswer(call))), body: { ended: 1 } }
  },

  async 'DELETE /sessions'(call) {
    const { session, user } = sessionOf(call)
    const stays = call.values.keep === 'current'
    const { sessions } = call.service.signIn
    const count = await sessions.endAll(user.id, stays ? session.id : undefined)
    return { ...(!stays && (await endedAnswer(call))), body: { ended: count } }
  },
}

function useOnce({ signInAttempts: { ofFlows } }: Service, id: string) {
  if (ofFlows.isExceeded(id)) throw new Problem('provider_expired')
  ofFlows.failed(id)
}

function providerOf({ service, base, request }: AdminCall): Provider {
  if (!service.provider) throw new Problem('rest_no_route')
  if (request.method !== 'GET' && !canSignIn(base, request))
    throw new Problem('session_needs_https')
  return service.provider
}

const queryOf = ({ url }: Request) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** True if the browser that returns is the one that began this flow. */
function isBackFrom(flow: Flow | undefined, request: Request): flow is FlowAt<'provider'> {
  const [state, ...more] = new URLSearchParams(queryOf(request)).getAll('state')
  return flow?.at === 'provider' && state === flow.state && more.length === 0
}

/** The user who returned from the provider, or the reason why none did; for the screen that follows, in this browser only. */
async function endOf(
  { service, request }: AdminCall,
  provider: Provider,
  flow: FlowAt<'provider'>,
): Promise<Flow> {
  const until = service.now() + spans.end
  try {
    const identity = await opening(service, request, async () => {
      useOnce(service, flow.state)
      return provider.identify(new URL(`${flow.redirect}?${queryOf(request)}`), flow)
    })
    return { at: 'end', until, id: randomUUID(), identity }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { params = {} } = error.extra
    const numbers = Object.entries(params).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value] as const] : [],
    )
    return { at: 'end', until, problem: error.code, params: Object.fromEntries(numbers) }
  }
}

export const providerHandlers: Handlers<typeof providerOperations> = {
  async 'POST /provider'(call) {
    const provider = providerOf(call)
    const { service, base, language, values } = call
    const screen = values.screen ?? ''
    const redirect = `${base.publicUrl}/admin/api/provider/callback`
    const { url, ...checks } = await provider.begin(redirect)
    const cookie = flowCookie(provider, {
      at: 'provider',
      until: service.now() + spans.provider,
      ...checks,
      redirect,
      language,
      screen: /^(\/[\w-]{1,60}){1,5}$/.test(screen) ? screen : '/',
    })
    return { body: { url }, cookie }
  },

  async 'GET /provider/callback'(call) {
    const provider = providerOf(call)
    const { service, request, base } = call
    const flow = flowIn(service, provider, request)
    const home = homeOf(service, base)
    // another browser began this sign-in: it changes nothing here, and the screen says that it has expired
    if (!isBackFrom(flow, request))
      return { body: {}, location: `${home[service.site.language]}admin/#provider` }
    const end = await endOf(call, provider, flow)
    return {
      body: {},
      location: `${home[flow.language]}admin${flow.screen}#provider`,
      cookie: flowCookie(provider, end),
    }
  },

  async 'POST /provider/session'(call) {
    const provider = providerOf(call)
    const { service, request, values, entered: before } = call
    const flow = flowIn(service, provider, request)
    if (flow?.at !== 'end') throw new Problem('provider_expired')
    if ('problem' in flow) throw new Problem(flow.problem, { params: flow.params })
    const of = { identity: flow.identity, code: values.code }
    const by = { before, guesses: codeGuesses(service) }
    useOnce(service, flow.id)
    try {
      const entered = await opening(service, request, () =>
        service.signIn.byProvider(of, deviceOf(request), by),
      )
      return sessionAnswer(call, entered)
    } catch (error) {
      // another code may be the right one
      service.signInAttempts.ofFlows.forgive(flow.id)
      throw error
    }
  },
}

/** A sign-in by the provider on its way. The browser that began it keeps it, sealed; nothing of it is stored here. */
type Flow = { until: number } & (
  | ({ at: 'provider'; redirect: string; language: Language; screen: string } & ProviderChecks)
  | { at: 'end'; id: string; identity: Identity }
  | { at: 'end'; problem: ProblemCode; params: Record<string, number> }
)

type FlowAt<A extends Flow['at']> = Extract<Flow, { at: A }>

const name = '__Host-almanac-provider'

/** Seconds to sign in at the provider, and then to enter a code here. */
const spans = { provider: 600, end: 300 } as const

/** The cookie of a flow. */
function flowCookie({ seal }: Provider, flow: Flow): string {
  return hostCookie(name, seal(JSON.stringify(flow)), spans[flow.at])
}

/** The flow that the browser keeps, while it lasts. Only a process of ours can have sealed it, so it is as it was written. */
function flowIn({ now }: Service, { open }: Provider, request: Request): Flow | undefined {
  const sealed = cookieIn(request, name)
  const text = sealed && open(sealed)
  if (!text) return undefined
  const flow: unknown = JSON.parse(text)
  return isFlow(flow) && flow.until > now() ? flow : undefined
}

const isFlow = (value: unknown): value is Flow =>
  isObject(value) && typeof value.until === 'number' && typeof value.at === 'string'
