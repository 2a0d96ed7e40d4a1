import { changesEmail, recoveryLeft, userOf } from '../../calendar/index.ts'
import type { ReviewMails } from '../../define/account-messages.ts'
import type { Language } from '../../define/text/language.ts'
import { textFor } from '../../define/text/local-text.ts'
import { zones } from '../../define/time/zone.ts'
import type { ownAccountOperations } from '../../operations/admin-api/index.ts'
import { Problem } from '../../problem/index.ts'
import { type Handlers, sessionOf } from '../api/admin-call.ts'
import { pageToken } from '../api/sender.ts'
import { confirming } from './attempts.ts'
import { describeMe, sessionAnswer } from './describe-session.ts'
import { notifyPreviousAddress } from './notices.ts'

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
