import type { Param } from '../../define/param.ts'
import { exact } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { flag as yesOrNo } from '../../resources/admin-api/index.ts'
import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'
import { fields, who } from './session.ts'

const token = {
  type: plain(200, 'alm_…'),
  required: true,
  en: 'The part of the link after #link=.',
  fr: 'Ce qui suit #link= dans le lien.',
} satisfies Param

export const linksOperations = {
  'POST /link': {
    name: 'readLink',
    access: 'anyone',
    summary: {
      en: 'Read the purpose of a one-time link',
      fr: 'Lire à quoi sert un lien à usage unique',
    },
    params: { token },
    returns: schemaOf('Link'),
    problems: ['link_expired', 'session_elsewhere', 'too_many_attempts'],
  },
  'POST /link/use': {
    name: 'useLink',
    access: 'anyone',
    summary: {
      en: 'Set a password by a one-time link; all sessions of the account end',
      fr: 'Choisir un mot de passe par un lien à usage unique ; toutes les sessions du compte se ferment',
    },
    params: { token, password: fields.password, name: fields.name },
    returns: who,
    problems: ['link_expired', 'session_needs_https', 'session_elsewhere', 'too_many_attempts'],
  },
  'POST /forgotten': {
    name: 'sendPasswordLink',
    access: 'anyone',
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
      { en: 'Confirms the request.', fr: 'Confirme la demande.' },
      { received: yesOrNo({ en: 'Always true.', fr: 'Toujours vrai.' }) },
    ),
    problems: ['rest_no_route', 'session_elsewhere', 'too_many_attempts'],
  },
} satisfies Operations
