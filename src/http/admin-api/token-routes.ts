import { mayAdminister } from '../../calendar/access/access.ts'
import type { Credential } from '../../calendar/people/account-types.ts'
import {
  type CredentialForm,
  formOfType,
  scopes,
  tokenStateAt,
  tokenTypes,
  typeOfForm,
} from '../../define/account-words.ts'
import { oneOf } from '../../define/choice-types.ts'
import { notADate } from '../../define/field-errors.ts'
import { exact, listOf, ref, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { line, text as plain } from '../../define/text-types.ts'
import { expiry } from '../../define/time/expiry.ts'
import { fieldProblem } from '../../problem/problem.ts'
import { type AdminCall, type AdminRoute, sentText, shownTime, textOf } from './admin-route.ts'
import { languageOf } from './session-routes.ts'

const formOf = (type: unknown): CredentialForm =>
  formOfType[tokenTypes.find(one => one === type) ?? 'token']

const shown = (credential: Credential, now: number) => {
  const { id, name, scope, language, user, login, hint, form } = credential
  return {
    id,
    type: typeOfForm(form),
    name,
    scope,
    language,
    last_characters: hint,
    created: shownTime(credential.created),
    expires: shownTime(credential.expires),
    last_used: shownTime(credential.used),
    state: tokenStateAt(credential, now),
    user,
    login,
  }
}

/** `12h`, `90d`, or a last day; undefined where nothing was sent. */
function endOf({ service, values }: AdminCall): number | undefined {
  const sent = textOf(values.expires)
  if (!sent) return undefined
  const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(sent) && !Number.isNaN(Date.parse(sent))
  const end = isInstant
    ? Math.floor(Date.parse(sent) / 1000)
    : expiry(sent, service.now(), service.site.zone)
  if (end === undefined) throw fieldProblem('expires', notADate)
  return end
}

/** Whose tokens are asked for: one's own, or as an administrator wants it. */
function asked({ service, actor, values: { user } }: AdminCall): Promise<Credential[]> {
  if (user === undefined || user === String(actor.id)) return service.credentialsOf(actor).list()
  return service.accountsAs(actor).credentials(user === 'all' ? undefined : Number(user))
}

const list: AdminRoute = {
  method: 'GET',
  path: 'tokens',
  name: 'listTokens',
  door: 'account',
  summary: {
    en: 'List tokens and application passwords: yours, or as an administrator those of others',
    fr: 'Lister les jetons et mots de passe d’application : les vôtres ou, pour un administrateur, ceux d’autrui',
  },
  params: {
    user: {
      type: plain(20, 'all'),
      en: 'The ID of a user, or all.',
      fr: 'L’ID d’un utilisateur, ou all.',
    },
  },
  returns: exact(
    { en: 'The tokens.', fr: 'Les jetons.' },
    { tokens: listOf(ref('Token'), { en: 'By user.', fr: 'Par utilisateur.' }) },
  ),
  problems: ['rest_forbidden', 'user_not_found'],
  async answer(call) {
    const tokens = await asked(call)
    return { body: { tokens: tokens.map(token => shown(token, call.service.now())) } }
  },
}

const create: AdminRoute = {
  method: 'POST',
  path: 'tokens',
  name: 'createToken',
  door: 'account',
  summary: {
    en: 'Create a token or application password for yourself',
    fr: 'Créer un jeton ou un mot de passe d’application pour vous-même',
  },
  params: {
    type: { type: oneOf(tokenTypes), default: 'token', en: 'What it is.', fr: 'Ce que c’est.' },
    name: {
      type: line({ max: 100, sample: 'phone' }),
      required: true,
      en: 'What it is for.',
      fr: 'À quoi il sert.',
    },
    scope: {
      type: oneOf(scopes),
      en: 'What it covers: write by default, read for feeds.',
      fr: 'Sa portée : write par défaut, read pour les flux.',
    },
    language: {
      type: oneOf(['', ...languages]),
      en: 'The only language that it writes; empty: all.',
      fr: 'La seule langue qu’il écrit ; vide : toutes.',
    },
    expires: {
      type: plain(40, '90d'),
      en: 'When it expires: 12h, 90d, 6m, 1y, a last day such as 2027-01-31, or an instant.',
      fr: 'Son expiration : 12h, 90d, 6m, 1y, un dernier jour tel que 2027-01-31, ou un instant.',
    },
  },
  returns: exact(
    { en: 'The token and its secret.', fr: 'Le jeton et son secret.' },
    {
      token: ref('Token'),
      secret: text({ en: 'Shown once, here.', fr: 'Affiché une seule fois, ici.' }),
    },
  ),
  status: 201,
  problems: ['rest_forbidden'],
  async answer(call) {
    const { service, actor, values } = call
    const scope = textOf(values.scope)
    const expires = endOf(call)
    const { credential, secret } = await service.credentialsOf(actor).issue({
      form: formOf(values.type),
      name: sentText(values.name),
      language: languageOf(values.language),
      ...(scope && { scope }),
      ...(expires !== undefined && { expires }),
    })
    const body = { token: shown(credential, service.now()), secret }
    return { body, record: `credential/${credential.id}` }
  },
}

const revoke: AdminRoute = {
  method: 'DELETE',
  path: 'tokens/:id',
  name: 'revokeToken',
  door: 'account',
  summary: { en: 'Revoke a token', fr: 'Révoquer un jeton' },
  returns: exact({ en: 'The token.', fr: 'Le jeton.' }, { token: ref('Token') }),
  problems: ['rest_forbidden', 'token_not_found'],
  async answer({ service, actor, id }) {
    const by = mayAdminister(actor) ? service.accountsAs(actor) : service.credentialsOf(actor)
    const revoked = await by.revoke(id)
    return { body: { token: shown(revoked, service.now()) }, record: `credential/${id}` }
  },
}

export const tokenRoutes = [list, create, revoke]
