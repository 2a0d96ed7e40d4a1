import { userOf } from '../../calendar/people/account-types.ts'
import { exact } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { Problem } from '../../problem/problem.ts'
import { type AdminCall, type AdminRoute, sentText } from './admin-route.ts'
import { asking } from './attempts.ts'
import { shownLink } from './link-routes.ts'
import { linkMail } from './mails.ts'

/** Sends the link, if there is such an account with an address; nobody learns here whether there is. */
async function sendLink(call: AdminCall, login: string) {
  const { service } = call
  const { ofMails } = service.signInAttempts
  const made = await service.signIn.forgotten(login, user => {
    if (ofMails.isOver(String(user))) return false
    ofMails.failed(String(user))
    return true
  })
  if (!made) return
  const user = userOf(made.user)
  const { url } = shownLink(call, made.link, user.language)
  service.mail?.send(
    user.email,
    linkMail(service, user, { link: { ...made.link, purpose: 'password' }, url }),
  )
}

const forgotten: AdminRoute = {
  method: 'POST',
  path: 'forgotten',
  name: 'sendPasswordLink',
  door: 'anyone',
  summary: {
    en: 'Send a link for a new password by e-mail; the response is the same whether there is such an account or not',
    fr: 'Envoyer par e-mail un lien pour un nouveau mot de passe ; la réponse est la même, que ce compte existe ou non',
  },
  params: {
    login: {
      type: plain(254, 'alice'),
      required: true,
      en: 'The login or e-mail address.',
      fr: 'L’identifiant ou l’adresse e-mail.',
    },
  },
  returns: exact(
    { en: 'It was received.', fr: 'La demande est reçue.' },
    { received: { type: 'boolean', description: { en: 'True.', fr: 'Vrai.' } } },
  ),
  problems: ['rest_no_route', 'session_elsewhere', 'too_many_attempts'],
  async answer(call) {
    const { service, request, values } = call
    if (!service.mail) throw new Problem('rest_no_route')
    asking(service, request)
    // what takes longer for an account that exists is done once the response is out
    setImmediate(() => {
      sendLink(call, sentText(values.login)).catch(error => service.log.failure('mail', error))
    })
    return { body: { received: true } }
  },
}

export const forgottenRoutes = [forgotten]
