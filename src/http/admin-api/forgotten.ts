import { userOf } from '../../calendar/people/account-types.ts'
import type { forgottenOperations } from '../../operations/admin-api/forgotten.ts'
import { Problem } from '../../problem/problem.ts'
import { type AdminCall, type Handlers, sentText } from './admin-call.ts'
import { asking } from './attempts.ts'
import { shownLink } from './links.ts'
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

export const forgottenHandlers: Handlers<typeof forgottenOperations> = {
  async 'POST /forgotten'(call) {
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
