import { userOf } from '../../calendar/people/account-types.ts'
import { changesEmail } from '../../calendar/people/sign-in/own-account.ts'
import { recoveryLeft } from '../../calendar/people/sign-in/second-factor.ts'
import { flag } from '../../define/flag-types.ts'
import { longestPassword, passwordLength } from '../../define/password.ts'
import { exact, listOf, ref, text, whole } from '../../define/schema.ts'
import { text as plain, secret } from '../../define/text-types.ts'
import { zones } from '../../define/time/zones.ts'
import { Problem } from '../../problem/problem.ts'
import { pageToken } from '../api/session.ts'
import { type AdminRoute, sentText, sessionOf, textOf } from './admin-route.ts'
import { confirming } from './attempts.ts'
import { describeMe, sessionAnswer } from './describe-session.ts'
import { sendToFormer } from './notices.ts'
import { fields, languageOf } from './session-routes.ts'

/** One's own password, asked for again. */
const own = {
  password: { ...fields.password, en: 'Your password.', fr: 'Votre mot de passe.' },
}
const guarded = ['wrong_password', 'too_many_attempts', 'rest_forbidden'] as const

const changeAccount: AdminRoute = {
  method: 'PATCH',
  path: 'account',
  name: 'changeOwnAccount',
  door: 'session',
  summary: {
    en: 'Change your name, e-mail address or language',
    fr: 'Modifier votre nom, votre adresse e-mail ou votre langue',
  },
  params: {
    email: fields.email,
    name: fields.name,
    language: fields.language,
    password: {
      type: fields.password.type,
      en: 'Your password; required for another e-mail address.',
      fr: 'Votre mot de passe ; obligatoire pour une autre adresse e-mail.',
    },
  },
  returns: exact({ en: 'You.', fr: 'Vous.' }, { user: ref('Me') }),
  problems: guarded,
  async answer(call) {
    const { values, service } = call
    const session = sessionOf(call)
    const changes = changesIn(values)
    const password = textOf(values.password)
    const isGuarded = changesEmail(session, changes)
    if (isGuarded && password === undefined)
      throw new Problem('rest_missing_callback_param', { missing: ['password'] })
    const change = () =>
      service.signIn.changeAccount(session, { changes, password: password ?? '' })
    const user = await (isGuarded ? confirming(service, session.user.id, change) : change())
    if (isGuarded) sendToFormer(service, userOf(session.user))
    return { body: { user: describeMe(user) }, record: `user/${user.id}` }
  },
}

/** What of an account was sent. */
export function changesIn(values: Record<string, unknown>) {
  const { email, name, language } = values
  return {
    ...(email !== undefined && { email: sentText(email) }),
    ...(name !== undefined && { name: sentText(name) }),
    ...(language !== undefined && { language: languageOf(language) }),
  }
}

const changePassword: AdminRoute = {
  method: 'POST',
  path: 'password',
  name: 'changePassword',
  door: 'session',
  summary: {
    en: 'Change your password; your other sessions end',
    fr: 'Changer votre mot de passe ; vos autres sessions se ferment',
  },
  params: {
    ...own,
    new_password: {
      type: secret({ max: longestPassword, sample: 'a long password' }),
      required: true,
      en: `The new password: ${passwordLength.en}.`,
      fr: `Le nouveau mot de passe : ${passwordLength.fr}.`,
    },
    revoke_tokens: {
      type: flag(),
      en: 'Whether your tokens and application passwords are revoked too.',
      fr: 'Indique si vos jetons et mots de passe d’application sont révoqués aussi.',
    },
  },
  returns: ref('Session'),
  problems: guarded,
  async answer(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const of = {
      password: sentText(values.password),
      next: sentText(values.new_password),
      revokesTokens: values.revoke_tokens === true,
    }
    const entered = await confirming(service, session.user.id, () =>
      service.signIn.changePassword(session, of),
    )
    return { ...(await sessionAnswer(call, entered)), record: `user/${session.user.id}` }
  },
}

const readFactor: AdminRoute = {
  method: 'GET',
  path: 'second-factor',
  name: 'readSecondFactor',
  door: 'session',
  summary: {
    en: 'Whether your second factor is on',
    fr: 'Si votre double authentification est activée',
  },
  returns: exact(
    { en: 'The second factor.', fr: 'La double authentification.' },
    {
      enabled: { type: 'boolean', description: { en: 'Is it on?', fr: 'Est-elle activée ?' } },
      recovery_codes_left: whole({
        en: 'Recovery codes that were not used.',
        fr: 'Les codes de secours qui n’ont pas servi.',
      }),
    },
  ),
  async answer(call) {
    const { user } = sessionOf(call)
    const enabled = user.facts.totp != null
    return { body: { enabled, recovery_codes_left: enabled ? recoveryLeft(user) : 0 } }
  },
}

const beginFactor: AdminRoute = {
  method: 'POST',
  path: 'second-factor',
  name: 'beginSecondFactor',
  door: 'session',
  summary: {
    en: 'Get a secret for an authenticator app',
    fr: 'Obtenir un secret pour une application d’authentification',
  },
  params: own,
  returns: exact(
    { en: 'A secret that is not confirmed yet.', fr: 'Un secret qui n’est pas encore confirmé.' },
    {
      secret: text({ en: 'To be typed, in Base32.', fr: 'À saisir, en Base32.' }),
      uri: text({ en: 'What the picture says.', fr: 'Ce que dit l’image.' }),
      qr: text({ en: 'The QR code, as SVG.', fr: 'Le code QR, en SVG.' }),
    },
  ),
  problems: guarded,
  async answer(call) {
    const { service, values, base } = call
    const session = sessionOf(call)
    const issuer = service.about.siteName || new URL(base.publicUrl).host
    const body = await confirming(service, session.user.id, () =>
      service.signIn.beginFactor(session, sentText(values.password), issuer.replaceAll(':', ' ')),
    )
    return { body }
  },
}

const codes = listOf(
  { type: 'string' },
  { en: 'Each works once. Shown here only.', fr: 'Chacun sert une fois. Affichés ici seulement.' },
)

const confirmFactor: AdminRoute = {
  method: 'POST',
  path: 'second-factor/confirm',
  name: 'confirmSecondFactor',
  door: 'session',
  summary: {
    en: 'Turn the second factor on, with a code of the app; your other sessions end',
    fr: 'Activer la double authentification, avec un code de l’application ; vos autres sessions se ferment',
  },
  params: {
    code: {
      type: plain(40, '123456'),
      required: true,
      en: 'The six digits that the app shows.',
      fr: 'Les six chiffres que l’application affiche.',
    },
  },
  returns: exact(
    { en: 'It is on.', fr: 'Elle est activée.' },
    {
      recovery_codes: codes,
      token: text({ en: 'For X-Almanac-Session.', fr: 'Pour X-Almanac-Session.' }),
    },
  ),
  async answer(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const done = await service.signIn.confirmFactor(session, textOf(values.code) ?? '')
    const { cookie } = await sessionAnswer(call, done.entered)
    return {
      body: { recovery_codes: done.codes, token: pageToken(done.entered.token) },
      ...(cookie && { cookie }),
      record: `user/${session.user.id}`,
    }
  },
}

const newCodes: AdminRoute = {
  method: 'POST',
  path: 'second-factor/codes',
  name: 'newRecoveryCodes',
  door: 'session',
  summary: {
    en: 'Get new recovery codes; the old ones no longer work',
    fr: 'Obtenir de nouveaux codes de secours ; les anciens ne servent plus',
  },
  params: own,
  returns: exact({ en: 'New codes.', fr: 'De nouveaux codes.' }, { recovery_codes: codes }),
  problems: guarded,
  async answer(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const list = await confirming(service, session.user.id, () =>
      service.signIn.newRecovery(session, sentText(values.password)),
    )
    return { body: { recovery_codes: list }, record: `user/${session.user.id}` }
  },
}

const disableFactor: AdminRoute = {
  method: 'POST',
  path: 'second-factor/disable',
  name: 'disableSecondFactor',
  door: 'session',
  summary: {
    en: 'Turn the second factor off; your other sessions end',
    fr: 'Désactiver la double authentification ; vos autres sessions se ferment',
  },
  params: own,
  returns: ref('Session'),
  problems: guarded,
  async answer(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const entered = await confirming(service, session.user.id, () =>
      service.signIn.disableFactor(session, sentText(values.password)),
    )
    return { ...(await sessionAnswer(call, entered)), record: `user/${session.user.id}` }
  },
}

const readZones: AdminRoute = {
  method: 'GET',
  path: 'zones',
  name: 'listZones',
  door: 'session',
  summary: {
    en: 'The time zones that an event may have',
    fr: 'Les fuseaux horaires qu’un évènement peut avoir',
  },
  returns: exact(
    { en: 'The time zones.', fr: 'Les fuseaux horaires.' },
    { zones: listOf({ type: 'string' }, { en: 'IANA names.', fr: 'Des noms IANA.' }) },
  ),
  answer: async () => ({ body: { zones: zones() } }),
}

/** What somebody does with their own account. */
export const ownRoutes = [
  changeAccount,
  changePassword,
  readFactor,
  beginFactor,
  confirmFactor,
  newCodes,
  disableFactor,
  readZones,
]
