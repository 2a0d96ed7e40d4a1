import type { User } from '../../calendar/people/account-types.ts'
import type { UserPage } from '../../calendar/people/list-users.ts'
import { roles } from '../../define/account-words.ts'
import { oneOf } from '../../define/choice-types.ts'
import type { JsonSchema } from '../../define/field-type.ts'
import { flag } from '../../define/flag-types.ts'
import { count } from '../../define/number-types.ts'
import { exact, listOf, ref, whole } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import type { ProblemCode } from '../../problem/problem.ts'
import { type AdminRoute, sentText, shownTime, textOf } from './admin-route.ts'
import { givenLink } from './link-routes.ts'
import { sendToFormer } from './notices.ts'
import { changesIn } from './own-routes.ts'
import { fields, languageOf } from './session-routes.ts'

const role = { type: oneOf(roles), en: 'The role.', fr: 'Le rôle.' }

const shown = (
  { created, disabled, hasPassword, hasSecondFactor, hasProvider, ...user }: User,
  used: number | null,
) => ({
  ...user,
  created: shownTime(created),
  disabled: shownTime(disabled),
  has_password: hasPassword,
  second_factor: hasSecondFactor,
  provider: hasProvider,
  last_used: shownTime(used),
})

const shownPage = ({ users, total, pages }: UserPage) => ({
  users: users.map(({ user, used }) => shown(user, used)),
  total,
  total_pages: pages,
})

const one = { user: ref('User') }
const user: JsonSchema = exact({ en: 'The account.', fr: 'Le compte.' }, one)
const link = { link: ref('NewLink') }

/** All of these are for administrators. */
type UserRoute = Omit<AdminRoute, 'door' | 'problems'> & { problems?: readonly ProblemCode[] }

const routes: readonly UserRoute[] = [
  {
    method: 'GET',
    path: 'users',
    name: 'listUsers',
    summary: { en: 'List the accounts', fr: 'Lister les comptes' },
    params: {
      search: {
        type: plain(200, 'alice'),
        en: 'Letters of the login, name or e-mail address.',
        fr: 'Des lettres de l’identifiant, du nom ou de l’adresse e-mail.',
      },
      role,
      page: { type: count(), default: 1, en: 'The page.', fr: 'La page.' },
      per_page: {
        type: count({ most: 200, sample: 50 }),
        default: 50,
        en: 'Accounts on a page, up to 200.',
        fr: 'Le nombre de comptes par page, 200 au plus.',
      },
    },
    returns: exact(
      { en: 'A page of accounts.', fr: 'Une page de comptes.' },
      {
        users: listOf(ref('User'), { en: 'By login.', fr: 'Par identifiant.' }),
        total: whole({ en: 'How many there are.', fr: 'Leur nombre.' }),
        total_pages: whole({ en: 'The number of pages.', fr: 'Le nombre de pages.' }),
      },
    ),
    async answer({ service, actor, values }) {
      const page = await service.accountsAs(actor).page({
        search: textOf(values.search) ?? '',
        role: textOf(values.role),
        page: Number(values.page),
        perPage: Number(values.per_page),
      })
      return { body: shownPage(page) }
    },
  },
  {
    method: 'POST',
    path: 'users',
    name: 'addUser',
    summary: {
      en: 'Create an account, with a link by which its user sets a password',
      fr: 'Créer un compte, avec un lien par lequel la personne choisit son mot de passe',
    },
    params: {
      login: fields.login,
      email: fields.email,
      name: fields.name,
      language: fields.language,
      role: { ...role, required: true },
    },
    returns: exact(
      { en: 'The account and its link.', fr: 'Le compte et son lien.' },
      { ...one, ...link },
    ),
    status: 201,
    async answer(call) {
      const { service, actor, values } = call
      const made = await service.accountsAs(actor).invite({
        login: sentText(values.login),
        role: sentText(values.role),
        email: textOf(values.email) ?? '',
        name: textOf(values.name) ?? '',
        language: languageOf(values.language),
      })
      const { id } = made.user
      const body = { user: shown(made.user, null), link: givenLink(call, made.user, made.link) }
      return { body, record: `user/${id}` }
    },
  },
  {
    method: 'GET',
    path: 'users/:id',
    name: 'readUser',
    summary: { en: 'Read an account', fr: 'Lire un compte' },
    returns: user,
    problems: ['user_not_found'],
    async answer({ service, actor, id }) {
      const accounts = service.accountsAs(actor)
      return { body: { user: shown(await accounts.get(id), await accounts.lastUsed(id)) } }
    },
  },
  {
    method: 'PATCH',
    path: 'users/:id',
    name: 'changeUser',
    summary: {
      en: 'Change an account, disable or enable it',
      fr: 'Modifier un compte, le désactiver ou le réactiver',
    },
    params: {
      email: fields.email,
      name: fields.name,
      language: fields.language,
      role,
      disabled: {
        type: flag(),
        en: 'Whether it opens nothing: its sessions end, its tokens are refused.',
        fr: 'Indique s’il n’ouvre plus rien : ses sessions se ferment, ses jetons sont refusés.',
      },
    },
    returns: user,
    problems: ['user_not_found', 'last_administrator'],
    async answer({ service, actor, id, values }) {
      const accounts = service.accountsAs(actor)
      const before = await accounts.get(id)
      const changed = await accounts.change(id, {
        ...changesIn(values),
        ...(values.role !== undefined && { role: sentText(values.role) }),
        ...(values.disabled !== undefined && { disabled: values.disabled === true }),
      })
      if (changed.email !== before.email) sendToFormer(service, before)
      const body = { user: shown(changed, await accounts.lastUsed(id)) }
      return { body, record: `user/${id}` }
    },
  },
  {
    method: 'DELETE',
    path: 'users/:id',
    name: 'removeUser',
    summary: {
      en: 'Delete an account; what it wrote stays',
      fr: 'Supprimer un compte ; ce qu’il a écrit reste',
    },
    returns: exact(
      { en: 'It is gone.', fr: 'Il est supprimé.' },
      { deleted: { type: 'boolean', description: { en: 'True.', fr: 'Vrai.' } } },
    ),
    problems: ['user_not_found', 'last_administrator'],
    async answer({ service, actor, id }) {
      await service.accountsAs(actor).remove(id)
      return { body: { deleted: true }, record: `user/${id}` }
    },
  },
  {
    method: 'POST',
    path: 'users/:id/link',
    name: 'linkForUser',
    summary: {
      en: 'Make a link by which the user sets a password; an earlier one no longer works',
      fr: 'Créer un lien pour choisir un mot de passe ; un lien précédent ne sert plus',
    },
    returns: exact({ en: 'The link.', fr: 'Le lien.' }, link),
    problems: ['user_not_found'],
    async answer(call) {
      const { service, actor, id } = call
      const accounts = service.accountsAs(actor)
      const user = await accounts.get(id)
      const body = { link: givenLink(call, user, await accounts.link(id)) }
      return { body, record: `user/${id}` }
    },
  },
  {
    method: 'DELETE',
    path: 'users/:id/second-factor',
    name: 'resetSecondFactor',
    summary: {
      en: 'Turn the second factor of a user off; their sessions end',
      fr: 'Désactiver la double authentification d’une personne ; ses sessions se ferment',
    },
    returns: user,
    problems: ['user_not_found'],
    async answer({ service, actor, id }) {
      const accounts = service.accountsAs(actor)
      const changed = await accounts.resetFactor(id)
      const body = { user: shown(changed, await accounts.lastUsed(id)) }
      return { body, record: `user/${id}` }
    },
  },
  {
    method: 'DELETE',
    path: 'users/:id/provider',
    name: 'unlinkUser',
    summary: {
      en: 'Part an account from the person of the provider that it belongs to; its sessions end',
      fr: 'Détacher un compte de la personne du fournisseur à qui il appartient ; ses sessions se ferment',
    },
    returns: user,
    problems: ['user_not_found'],
    async answer({ service, actor, id }) {
      const accounts = service.accountsAs(actor)
      const changed = await accounts.unlink(id)
      const body = { user: shown(changed, await accounts.lastUsed(id)) }
      return { body, record: `user/${id}` }
    },
  },
  {
    method: 'DELETE',
    path: 'users/:id/sessions',
    name: 'endSessionsOfUser',
    summary: { en: 'End all sessions of a user', fr: 'Fermer toutes les sessions d’une personne' },
    returns: exact(
      { en: 'How many sessions ended.', fr: 'Le nombre de sessions fermées.' },
      { ended: whole({ en: 'So many.', fr: 'Leur nombre.' }) },
    ),
    problems: ['user_not_found'],
    answer: async ({ service, actor, id }) => ({
      body: { ended: await service.accountsAs(actor).endSessions(id) },
    }),
  },
]

export const userRoutes: readonly AdminRoute[] = routes.map(route => ({
  ...route,
  door: 'account',
  problems: ['rest_forbidden', ...(route.problems ?? [])],
}))
