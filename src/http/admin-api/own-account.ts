import {
  changesEmail,
  type OneTimeLink,
  recoveryLeft,
  type User,
  userOf,
} from '../../calendar/index.ts'
import type { ReviewMails } from '../../define/account-messages.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'
import { textFor } from '../../define/text/local-text.ts'
import { zones } from '../../define/time/zone.ts'
import type { linksOperations, ownAccountOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, sessionOf, timestamp } from '../api/admin-call.ts'
import { pageToken } from '../api/sender.ts'
import {
  asking,
  canSignIn,
  confirming,
  describeMe,
  endedAnswer,
  homeOf,
  notifyPreviousAddress,
  opening,
  sessionAnswer,
} from './attempts.ts'
import { linkMail } from './mails.ts'
import { deviceOf } from './session.ts'

type Changes = { email?: string; name?: string; language?: Language | '' }

/** The fields of an account in a request. */
export function changesIn({ email, name, language }: Changes) {
  return {
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
  }
}

const withMails = (reviewMails: ReviewMails | undefined) =>
  reviewMails === undefined ? undefined : { reviewMails }

export const ownAccountHandlers: Handlers<typeof ownAccountOperations> = {
  async 'PATCH /account'(call) {
    const { values, service } = call
    const session = sessionOf(call)
    const { review_mails: reviewMails } = values
    const changes = { ...changesIn(values), ...withMails(reviewMails) }
    const password = values.password
    const isGuarded = changesEmail(session, changes)
    if (isGuarded && password === undefined)
      throw new Problem('rest_missing_callback_param', { missing: ['password'] })
    const change = () =>
      service.signIn.changeAccount(session, { changes, password: password ?? '' })
    const user = await (isGuarded ? confirming(service, session.user.id, change) : change())
    if (isGuarded) notifyPreviousAddress(service, userOf(session.user))
    return { body: { user: describeMe(user) }, record: `user/${user.id}` }
  },

  async 'POST /password'(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const of = {
      password: values.password,
      next: values.new_password,
      revokesTokens: values.revoke_tokens === true,
    }
    const entered = await confirming(service, session.user.id, () =>
      service.signIn.changePassword(session, of),
    )
    return { ...sessionAnswer(call, entered), record: `user/${session.user.id}` }
  },

  async 'GET /second-factor'(call) {
    const { user } = sessionOf(call)
    const enabled = user.facts.totp != null
    return { body: { enabled, recovery_codes_left: enabled ? recoveryLeft(user) : 0 } }
  },

  async 'POST /second-factor'(call) {
    const { service, values, base } = call
    const session = sessionOf(call)
    const issuer = textFor(service.about.siteName, call.language) || new URL(base.publicUrl).host
    const body = await confirming(service, session.user.id, () =>
      service.signIn.beginFactor(session, values.password, issuer.replaceAll(':', ' ')),
    )
    return { body }
  },

  async 'POST /second-factor/confirm'(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const done = await service.signIn.confirmFactor(session, values.code ?? '')
    const { cookie } = sessionAnswer(call, done.entered)
    return {
      body: { recovery_codes: done.codes, token: pageToken(done.entered.token) },
      ...(cookie && { cookie }),
      record: `user/${session.user.id}`,
    }
  },

  async 'POST /second-factor/codes'(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const list = await confirming(service, session.user.id, () =>
      service.signIn.newRecovery(session, values.password),
    )
    return { body: { recovery_codes: list }, record: `user/${session.user.id}` }
  },

  async 'POST /second-factor/disable'(call) {
    const { service, values } = call
    const session = sessionOf(call)
    const entered = await confirming(service, session.user.id, () =>
      service.signIn.disableFactor(session, values.password),
    )
    return { ...sessionAnswer(call, entered), record: `user/${session.user.id}` }
  },

  'GET /zones': async () => ({ body: { zones: zones() } }),
}

/** The URL of a one-time link, in the language of its user: behind the hash, so that no log has it. */
function presentLink({ service, base }: AdminCall, { token, expires }: OneTimeLink, of: string) {
  const home = homeOf(service, base)
  const language = isLanguage(of) ? of : service.site.language
  return { url: `${home[language]}admin/#link=${token}`, expires: timestamp(expires) }
}

/** A new link, shown to the administrator who made it, and sent to its user where mail is sent. */
export function givenLink(call: AdminCall, user: User, link: OneTimeLink) {
  const { service } = call
  const { mail } = service
  const linkBody = presentLink(call, link, user.language)
  const mailed = mail !== undefined && user.email !== '' && user.disabled === null
  if (mailed)
    mail.send(user.email, linkMail(service, user, { link, url: linkBody.url, by: nameOf(call) }))
  return { ...linkBody, mailed }
}

/** The name of the sender of a link, for its recipient. */
const nameOf = ({ entered, actor }: AdminCall) =>
  (entered && userOf(entered.user).name) || actor.login

/** Sends the link if the account exists and has an address. The response does not reveal whether it does. */
async function sendLink(call: AdminCall, login: string) {
  const { service } = call
  const { ofMails } = service.signInAttempts
  const issued = await service.signIn.forgotten(login, user => {
    if (ofMails.isExceeded(String(user))) return false
    ofMails.failed(String(user))
    return true
  })
  if (!issued) return
  const user = userOf(issued.user)
  const { url } = presentLink(call, issued.link, user.language)
  service.mail?.send(
    user.email,
    linkMail(service, user, { link: { ...issued.link, purpose: 'password' }, url }),
  )
}

export const linksHandlers: Handlers<typeof linksOperations> = {
  async 'POST /link'({ service, request, values }) {
    const opened = await opening(service, request, () => service.signIn.link(values.token))
    const { login, name, language } = userOf(opened.user)
    const { purpose, expires } = opened
    return { body: { purpose, login, name, language, expires: timestamp(expires) } }
  },

  async 'POST /link/use'(call) {
    const { service, request, values, base } = call
    if (!canSignIn(base, request)) throw new Problem('session_needs_https')
    const of = {
      token: values.token,
      password: values.password,
      name: values.name,
    }
    const entered = await opening(service, request, () =>
      service.signIn.useLink(of, deviceOf(request)),
    )
    return entered ? sessionAnswer(call, entered) : endedAnswer(call)
  },

  async 'POST /forgotten'(call) {
    const { service, request, values } = call
    if (!service.mail) throw new Problem('rest_no_route')
    asking(service, request)
    // what takes longer for an account that exists is done once the response is out
    setImmediate(() => {
      sendLink(call, values.login).catch(error => service.log.failure('mail', error))
    })
    return { body: { received: true } }
  },
}
