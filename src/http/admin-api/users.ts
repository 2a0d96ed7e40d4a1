import {
  AccountProblem,
  type Credential,
  mayAdminister,
  type User,
  type UserPage,
  writing,
} from '../../calendar/index.ts'
import { formOfType, tokenStateAt, typeOfForm } from '../../define/account-messages.ts'
import { notADate } from '../../define/field-errors.ts'
import { expiry } from '../../define/time/expiry.ts'
import type {
  erasureOperations,
  tokensOperations,
  usersOperations,
} from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import type { Service } from '../services/service.ts'
import { notifyPreviousAddress } from './attempts.ts'
import { changesIn, givenLink } from './own-account.ts'

export const erasureHandlers: Handlers<typeof erasureOperations> = {
  async 'POST /erasure'({ service, actor, values }) {
    const accounts = service.accountsAs(actor)
    const { erasePerson } = await writing()
    const { who, erase } = values
    const given = { who, isDry: erase !== true, actor }
    return { body: await service.calendar.perform(erasePerson, accounts, given) }
  },
}

const bodyOf = (user: User, used: number | null) => ({
  id: user.id,
  login: user.login,
  email: user.email,
  name: user.name,
  role: user.role,
  language: user.language,
  created: timestamp(user.created),
  disabled: timestamp(user.disabled),
  has_password: user.hasPassword,
  second_factor: user.hasSecondFactor,
  provider: user.hasProvider,
  last_used: timestamp(used),
})

const presentPage = ({ users, total, pages }: UserPage) => ({
  users: users.map(({ user, used }) => bodyOf(user, used)),
  total,
  total_pages: pages,
})

export const usersHandlers: Handlers<typeof usersOperations> = {
  async 'GET /users'({ service, actor, values }) {
    const page = await service.accountsAs(actor).page({
      search: values.search ?? '',
      role: values.role,
      page: values.page,
      perPage: values.per_page,
    })
    return { body: presentPage(page) }
  },

  async 'POST /users'(call) {
    const { service, actor, values } = call
    const invited = await service.accountsAs(actor).invite({
      login: values.login,
      role: values.role,
      email: values.email ?? '',
      name: values.name ?? '',
      language: values.language ?? '',
    })
    const { id } = invited.user
    const body = {
      user: bodyOf(invited.user, null),
      link: givenLink(call, invited.user, invited.link),
    }
    return { body, record: `user/${id}` }
  },

  async 'GET /users/:id'({ service, actor, id }) {
    const accounts = service.accountsAs(actor)
    return { body: { user: bodyOf(await accounts.get(id), await accounts.lastUsed(id)) } }
  },

  async 'PATCH /users/:id'({ service, actor, id, values }) {
    const accounts = service.accountsAs(actor)
    const before = await accounts.get(id)
    const changed = await accounts.change(id, {
      ...changesIn(values),
      ...(values.role !== undefined && { role: values.role }),
      ...(values.disabled !== undefined && { disabled: values.disabled === true }),
    })
    if (changed.email !== before.email) notifyPreviousAddress(service, before)
    const body = { user: bodyOf(changed, await accounts.lastUsed(id)) }
    return { body, record: `user/${id}` }
  },

  async 'DELETE /users/:id'({ service, actor, id }) {
    await service.accountsAs(actor).remove(id)
    return { body: { deleted: true }, record: `user/${id}` }
  },

  async 'POST /users/:id/link'(call) {
    const { service, actor, id } = call
    const accounts = service.accountsAs(actor)
    const user = await accounts.get(id)
    const body = { link: givenLink(call, user, await accounts.link(id)) }
    return { body, record: `user/${id}` }
  },

  async 'DELETE /users/:id/second-factor'({ service, actor, id }) {
    const accounts = service.accountsAs(actor)
    const changed = await accounts.resetFactor(id)
    const body = { user: bodyOf(changed, await accounts.lastUsed(id)) }
    return { body, record: `user/${id}` }
  },

  async 'DELETE /users/:id/provider'({ service, actor, id }) {
    const accounts = service.accountsAs(actor)
    const changed = await accounts.unlink(id)
    const body = { user: bodyOf(changed, await accounts.lastUsed(id)) }
    return { body, record: `user/${id}` }
  },

  'DELETE /users/:id/sessions': async ({ service, actor, id }) => ({
    body: { ended: await service.accountsAs(actor).endSessions(id) },
  }),
}

const tokenBody = (credential: Credential, now: number) => {
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
    return { body: { tokens: tokens.map(token => tokenBody(token, call.service.now())) } }
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
    const body = { token: tokenBody(credential, service.now()), secret }
    return { body, record: `credential/${credential.id}` }
  },

  async 'DELETE /tokens/:id'({ service, actor, id }) {
    const by = mayAdminister(actor) ? service.accountsAs(actor) : service.credentialsOf(actor)
    const revoked = await by.revoke(id)
    return { body: { token: tokenBody(revoked, service.now()) }, record: `credential/${id}` }
  },
}
