import type { sessionOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, sessionOf, timestamp } from '../api/admin-call.ts'
import { codeGuesses, opening, signingIn } from './attempts.ts'
import { canSignIn, describeSession, endedAnswer, sessionAnswer } from './describe-session.ts'
import { deviceOf, namesOf } from './device.ts'

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
