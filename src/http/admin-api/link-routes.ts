import { type User, userOf } from '../../calendar/people/account-types.ts'
import type { OneTimeLink } from '../../calendar/people/sign-in/links.ts'
import { ref } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { Problem } from '../../problem/problem.ts'
import { type AdminCall, type AdminRoute, sentText, shownTime, textOf } from './admin-route.ts'
import { opening } from './attempts.ts'
import { canSignIn, homeOf, sessionAnswer } from './describe-session.ts'
import { deviceOf } from './device.ts'
import { linkMail } from './mails.ts'
import { fields } from './session-routes.ts'

/** The URL of a one-time link, in the language of its user: behind the hash, so that no log has it. */
export function shownLink(
  { service, base }: AdminCall,
  { token, expires }: OneTimeLink,
  of: string,
) {
  const home = homeOf(service, base)
  const language = of === 'en' || of === 'fr' ? of : service.site.language
  return { url: `${home[language]}admin/#link=${token}`, expires: shownTime(expires) }
}

/** A new link, shown to the administrator who made it, and sent to its user where mail is sent. */
export function givenLink(call: AdminCall, user: User, link: OneTimeLink) {
  const { service } = call
  const { mail } = service
  const shown = shownLink(call, link, user.language)
  const mailed = mail !== undefined && user.email !== '' && user.disabled === null
  if (mailed)
    mail.send(user.email, linkMail(service, user, { link, url: shown.url, by: nameOf(call) }))
  return { ...shown, mailed }
}

/** Who makes a link, as the person who gets it knows them. */
const nameOf = ({ entered, actor }: AdminCall) =>
  (entered && userOf(entered.user).name) || actor.login

const token = {
  type: plain(200, 'alm_…'),
  required: true,
  en: 'What stands in the link behind #link=.',
  fr: 'Ce qui suit #link= dans le lien.',
}

const readLink: AdminRoute = {
  method: 'POST',
  path: 'link',
  name: 'readLink',
  door: 'anyone',
  summary: { en: 'What a one-time link is for', fr: 'Ce que permet un lien à usage unique' },
  params: { token },
  returns: ref('Link'),
  problems: ['link_expired', 'session_elsewhere', 'too_many_attempts'],
  async answer({ service, request, values }) {
    const found = await opening(service, request, () => service.signIn.link(sentText(values.token)))
    const { login, name, language } = userOf(found.user)
    const { purpose, expires } = found
    return { body: { purpose, login, name, language, expires: shownTime(expires) } }
  },
}

const useLink: AdminRoute = {
  method: 'POST',
  path: 'link/use',
  name: 'useLink',
  door: 'anyone',
  summary: {
    en: 'Set a password by a one-time link; all sessions of the account end',
    fr: 'Choisir un mot de passe par un lien à usage unique ; toutes les sessions du compte se ferment',
  },
  params: { token, password: fields.password, name: fields.name },
  returns: ref('Session'),
  problems: ['link_expired', 'session_needs_https', 'session_elsewhere', 'too_many_attempts'],
  async answer(call) {
    const { service, request, values, base } = call
    if (!canSignIn(base, request)) throw new Problem('session_needs_https')
    const of = {
      token: sentText(values.token),
      password: sentText(values.password),
      name: textOf(values.name),
    }
    const entered = await opening(service, request, () =>
      service.signIn.useLink(of, deviceOf(request)),
    )
    return sessionAnswer(call, entered)
  },
}

export const linkRoutes = [readLink, useLink]
