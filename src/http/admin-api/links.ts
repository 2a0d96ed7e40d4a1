import { type OneTimeLink, type User, userOf } from '../../calendar/index.ts'
import { isLanguage } from '../../define/text/language.ts'
import type { linksOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import { asking, opening } from './attempts.ts'
import { canSignIn, endedAnswer, homeOf, sessionAnswer } from './describe-session.ts'
import { deviceOf } from './device.ts'
import { linkMail } from './mails.ts'

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
