import { text as plain } from '../../define/text-types.ts'
import type { Operations } from '../operation.ts'
import { schemaOf } from './schema-of.ts'
import { fields, who } from './session.ts'

export const token = {
  type: plain(200, 'alm_…'),
  required: true,
  en: 'What stands in the link behind #link=.',
  fr: 'Ce qui suit #link= dans le lien.',
}

export const linksOperations = {
  'POST /link': {
    name: 'readLink',
    access: 'anyone',
    summary: { en: 'What a one-time link is for', fr: 'Ce que permet un lien à usage unique' },
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
} satisfies Operations
