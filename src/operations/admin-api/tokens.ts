import { scopes, tokenTypes } from '../../define/account-messages.ts'
import { oneOf } from '../../define/choice-types.ts'
import { exact, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { line, text as plain } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'
import { schemaOf } from './schema-of.ts'

export const tokensOperations = {
  'GET /tokens': {
    name: 'listTokens',
    access: 'account',
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
      {
        tokens: listOf(schemaOf('Token'), {
          en: 'The tokens, ordered by user.',
          fr: 'Les jetons, par utilisateur.',
        }),
      },
    ),
    problems: ['user_not_found'],
  },
  'POST /tokens': {
    name: 'createToken',
    access: 'account',
    summary: {
      en: 'Create a token or application password for yourself',
      fr: 'Créer un jeton ou un mot de passe d’application pour vous-même',
    },
    params: {
      type: { type: oneOf(tokenTypes), default: 'token', en: 'Its type.', fr: 'Son type.' },
      name: {
        type: line({ max: 100, sample: 'phone' }),
        required: true,
        en: 'Its purpose.',
        fr: 'Son usage.',
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
        token: schemaOf('Token'),
        secret: text({
          en: 'The secret, returned only in this response.',
          fr: 'Le secret, renvoyé dans cette réponse seulement.',
        }),
      },
    ),
    status: 201,
  },
  'DELETE /tokens/:id': {
    name: 'revokeToken',
    access: 'account',
    summary: { en: 'Revoke a token', fr: 'Révoquer un jeton' },
    returns: exact({ en: 'The token.', fr: 'Le jeton.' }, { token: schemaOf('Token') }),
    problems: ['token_not_found'],
  },
} satisfies Operations
