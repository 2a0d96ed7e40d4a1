import { AccountProblem, type Credential, mayAdminister } from '../../calendar/index.ts'
import { formOfType, tokenStateAt, typeOfForm } from '../../define/account-messages.ts'
import { notADate } from '../../define/field-errors.ts'
import { expiry } from '../../define/time/expiry.ts'
import type { tokensOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import type { Service } from '../services/service.ts'

const bodyOf = (credential: Credential, now: number) => {
  const { id, name, scope, language, user, login, hint, form } = credential
  return {
    id,
    type: typeOfForm(form),
    name,
    scope,
    language,
    last_characters: hint,
    created: timestamp(credential.created),
    expires: timestamp(credential.expires),
    last_used: timestamp(credential.used),
    state: tokenStateAt(credential, now),
    user,
    login,
  }
}

/** `12h`, `90d`, or a last day; undefined where nothing was sent. */
function endOf(service: Service, sent: string | undefined): number | undefined {
  if (!sent) return undefined
  const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(sent) && !Number.isNaN(Date.parse(sent))
  const end = isInstant
    ? Math.floor(Date.parse(sent) / 1000)
    : expiry(sent, service.now(), service.site.zone)
  if (end === undefined) throw fieldProblem('expires', notADate)
  return end
}

/** Lists the caller’s own tokens, or those that an administrator selects. */
function listTokens({ service, actor, values: { user } }: AdminCall): Promise<Credential[]> {
  if (user === undefined || user === String(actor.id)) return service.credentialsOf(actor).list()
  const accounts = service.accountsAs(actor)
  if (user === 'all') return accounts.credentials()
  if (!/^\d{1,15}$/.test(String(user))) throw new AccountProblem('unknown-user')
  return accounts.credentials(Number(user))
}

export const tokensHandlers: Handlers<typeof tokensOperations> = {
  async 'GET /tokens'(call) {
    const tokens = await listTokens(call)
    return { body: { tokens: tokens.map(token => bodyOf(token, call.service.now())) } }
  },

  async 'POST /tokens'(call) {
    const { service, actor, values } = call
    const scope = values.scope
    const expires = endOf(service, values.expires)
    const { credential, secret } = await service.credentialsOf(actor).issue({
      form: formOfType[values.type],
      name: values.name,
      language: values.language ?? '',
      ...(scope && { scope }),
      ...(expires !== undefined && { expires }),
    })
    const body = { token: bodyOf(credential, service.now()), secret }
    return { body, record: `credential/${credential.id}` }
  },

  async 'DELETE /tokens/:id'({ service, actor, id }) {
    const by = mayAdminister(actor) ? service.accountsAs(actor) : service.credentialsOf(actor)
    const revoked = await by.revoke(id)
    return { body: { token: bodyOf(revoked, service.now()) }, record: `credential/${id}` }
  },
}
