import { type User, type UserPage, writing } from '../../calendar/index.ts'
import type { erasureOperations, usersOperations } from '../../operations/admin-api/index.ts'
import { type Handlers, timestamp } from '../api/admin-call.ts'
import { givenLink } from './links.ts'
import { notifyPreviousAddress } from './notices.ts'
import { changesIn } from './own-account.ts'

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
