import { oneOf } from '../../define/choice-types.ts'
import type { Params } from '../../define/param.ts'
import { longestPassword } from '../../define/password.ts'
import { exact, listOf, ref, whole } from '../../define/schema.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { line, text as plain, secret } from '../../define/text-types.ts'
import { Problem } from '../../problem/problem.ts'
import {
  type AdminCall,
  type AdminRoute,
  sentText,
  sessionOf,
  shownTime,
  textOf,
} from './admin-route.ts'
import { codeGuesses, opening, signingIn } from './attempts.ts'
import { canSignIn, describeSession, sessionAnswer } from './describe-session.ts'
import { deviceOf, namesOf } from './device.ts'

/** The fields of an account, as a user fills them in. */
export const fields = {
  login: {
    type: plain(60, 'alice'),
    required: true,
    en: 'The login: letters, digits and . _ @ + -.',
    fr: 'L’identifiant : lettres, chiffres et . _ @ + -.',
  },
  email: {
    type: plain(254, 'alice@example.org'),
    en: 'The e-mail address.',
    fr: 'L’adresse e-mail.',
  },
  name: { type: line({ max: 200 }), en: 'The name that is shown.', fr: 'Le nom affiché.' },
  language: {
    type: oneOf(['', ...languages]),
    en: 'The language of the screens; empty: that of the site.',
    fr: 'La langue des écrans ; vide : celle du site.',
  },
  password: {
    type: secret({ max: longestPassword, sample: 'a long password' }),
    required: true,
    en: 'The password.',
    fr: 'Le mot de passe.',
  },
} as const satisfies Params

export const secondFactorCode = {
  type: plain(40, '123456'),
  en: 'The six digits of the second factor, or a recovery code.',
  fr: 'Les six chiffres de la double authentification, ou un code de secours.',
}

/** A language that was sent; it passed the check. */
export const languageOf = (value: unknown): Language | '' =>
  languages.find(one => one === value) ?? ''

function refusePlainHttp({ base, request }: AdminCall) {
  if (!canSignIn(base, request)) throw new Problem('session_needs_https')
}

const describe: AdminRoute = {
  method: 'GET',
  path: 'session',
  name: 'readSession',
  door: 'anyone',
  summary: {
    en: 'Who is signed in, what they may do, and the site',
    fr: 'Qui est connecté, ce qu’il peut faire, et le site',
  },
  returns: ref('Session'),
  answer: async call => ({ body: await describeSession(call, call.entered) }),
}

const signIn: AdminRoute = {
  method: 'POST',
  path: 'session',
  name: 'signIn',
  door: 'anyone',
  summary: { en: 'Sign in', fr: 'Se connecter' },
  params: {
    login: {
      ...fields.login,
      type: plain(254, 'alice'),
      en: 'The login or e-mail address.',
      fr: 'L’identifiant ou l’adresse e-mail.',
    },
    password: fields.password,
    code: secondFactorCode,
  },
  returns: ref('Session'),
  problems: [
    'sign_in_failed',
    'second_factor_required',
    'second_factor_failed',
    'account_disabled',
    'session_needs_https',
    'session_elsewhere',
    'too_many_attempts',
  ],
  async answer(call) {
    refusePlainHttp(call)
    const { service, request, values, entered: before } = call
    const login = sentText(values.login)
    const credentials = { login, password: sentText(values.password), code: textOf(values.code) }
    const entered = await signingIn(service, request, login, () =>
      service.signIn.signIn(credentials, deviceOf(request), {
        before,
        guesses: codeGuesses(service),
      }),
    )
    return sessionAnswer(call, entered)
  },
}

const signOut: AdminRoute = {
  method: 'DELETE',
  path: 'session',
  name: 'signOut',
  door: 'session',
  summary: { en: 'Sign out', fr: 'Se déconnecter' },
  returns: ref('Session'),
  async answer(call) {
    const { session, user } = sessionOf(call)
    await call.service.signIn.sessions.end(user.id, session.id)
    return sessionAnswer(call, undefined)
  },
}

const setUp: AdminRoute = {
  method: 'POST',
  path: 'setup',
  name: 'setUp',
  door: 'anyone',
  summary: { en: 'Create the first administrator', fr: 'Créer le premier administrateur' },
  params: {
    code: {
      type: plain(100, 'abcd-efgh-jkmn'),
      required: true,
      en: 'The code that the service printed when it started.',
      fr: 'Le code que le service a affiché à son démarrage.',
    },
    ...fields,
  },
  returns: ref('Session'),
  status: 201,
  problems: [
    'setup_code',
    'setup_done',
    'session_needs_https',
    'session_elsewhere',
    'too_many_attempts',
  ],
  async answer(call) {
    refusePlainHttp(call)
    const { service, request, values } = call
    const given = {
      code: sentText(values.code),
      login: sentText(values.login),
      email: textOf(values.email) ?? '',
      name: textOf(values.name) ?? '',
      password: sentText(values.password),
      language: languageOf(values.language),
    }
    const entered = await opening(service, request, () =>
      service.signIn.setUp(given, deviceOf(request)),
    )
    return { ...(await sessionAnswer(call, entered)), record: `user/${entered.user.id}` }
  },
}

const ended = exact(
  { en: 'How many sessions ended.', fr: 'Le nombre de sessions fermées.' },
  { ended: whole({ en: 'So many.', fr: 'Leur nombre.' }) },
)

const list: AdminRoute = {
  method: 'GET',
  path: 'sessions',
  name: 'listSessions',
  door: 'session',
  summary: { en: 'List your sessions', fr: 'Lister vos sessions' },
  returns: exact(
    { en: 'Your sessions.', fr: 'Vos sessions.' },
    {
      sessions: listOf(ref('OpenSession'), {
        en: 'The one used last first.',
        fr: 'La dernière utilisée d’abord.',
      }),
    },
  ),
  async answer(call) {
    const { session, user } = sessionOf(call)
    const sessions = await call.service.signIn.sessions.list(user.id)
    const shown = sessions.map(({ id, agent, address, created, used, expires }) => ({
      id,
      current: id === session.id,
      ...namesOf(agent),
      agent,
      address,
      created: shownTime(created),
      used: shownTime(used),
      expires: shownTime(expires),
    }))
    return { body: { sessions: shown } }
  },
}

const end: AdminRoute = {
  method: 'DELETE',
  path: 'sessions/:id',
  name: 'endSession',
  door: 'session',
  summary: { en: 'End one of your sessions', fr: 'Fermer l’une de vos sessions' },
  returns: ended,
  problems: ['session_not_found'],
  async answer(call) {
    const { session, user } = sessionOf(call)
    if (!(await call.service.signIn.sessions.end(user.id, call.id)))
      throw new Problem('session_not_found')
    const own = call.id === session.id
    return { ...(own && (await sessionAnswer(call, undefined))), body: { ended: 1 } }
  },
}

const endAll: AdminRoute = {
  method: 'DELETE',
  path: 'sessions',
  name: 'endSessions',
  door: 'session',
  summary: { en: 'Sign out everywhere', fr: 'Se déconnecter partout' },
  params: {
    keep: {
      type: oneOf(['current']),
      en: 'current: all other sessions end, this one stays.',
      fr: 'current : toutes les autres sessions se ferment, celle-ci reste.',
    },
  },
  returns: ended,
  async answer(call) {
    const { session, user } = sessionOf(call)
    const stays = call.values.keep === 'current'
    const { sessions } = call.service.signIn
    const count = await sessions.endAll(user.id, stays ? session.id : undefined)
    return { ...(!stays && (await sessionAnswer(call, undefined))), body: { ended: count } }
  },
}

/** Signing in and out, and the sessions of oneself. */
export const sessionRoutes = [describe, signIn, signOut, setUp, list, end, endAll]
