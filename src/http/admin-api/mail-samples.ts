import { type Actor, mayAdminister, userOf } from '../../calendar/index.ts'
import { mailNames } from '../../define/mail-messages.ts'
import { languages } from '../../define/text/language.ts'
import type { mailsOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type Handlers, sessionOf } from '../api/admin-call.ts'

function refuseOthers(actor: Actor) {
  if (!mayAdminister(actor)) throw new Problem('rest_forbidden')
}

export const mailsHandlers: Handlers<typeof mailsOperations> = {
  async 'GET /mails'({ service, actor }) {
    refuseOthers(actor)
    const mails = mailNames.flatMap(name =>
      languages.map(language => {
        const { subject, text } = service.proposalMails.sample(name, language)
        return { name, language, subject, text }
      }),
    )
    return { body: { mails } }
  },

  async 'POST /mails/test'(call) {
    const { service, actor, values } = call
    refuseOthers(actor)
    const { email } = userOf(sessionOf(call).user)
    if (!service.mail) throw new Problem('rest_no_route')
    if (!email) throw fieldProblem('name', noAddress)
    service.mail.send(email, service.proposalMails.sample(values.name, values.language))
    return { body: { to: email } }
  },
}

const noAddress = {
  code: 'no_own_address',
  sentence: {
    en: 'Your account has no e-mail address.',
    fr: 'Votre compte n’a pas d’adresse e-mail.',
  },
}
