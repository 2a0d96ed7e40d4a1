import { exact } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import { flag as yesOrNo } from '../../resources/admin-api/parts.ts'
import type { Operations } from '../operation.ts'

export const forgottenOperations = {
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
      { en: 'It was received.', fr: 'La demande est reçue.' },
      { received: yesOrNo({ en: 'True.', fr: 'Vrai.' }) },
    ),
    problems: ['rest_no_route', 'session_elsewhere', 'too_many_attempts'],
  },
} satisfies Operations
