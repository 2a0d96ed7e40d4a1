import { roles, scopes, tokenTypes } from '../../define/account-messages.ts'
import { oneOf } from '../../define/choice-types.ts'
import { erasureOutcomes, personalPlaces } from '../../define/erasure-messages.ts'
import { count, flag } from '../../define/scalar-types.ts'
import { exact, integer, listOf, text } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { line, text as plain } from '../../define/text-types.ts'
import { word, flag as yesOrNo } from '../../resources/admin-api/index.ts'
import type { Operations } from '../api/operation.ts'
import { perPage, schemaOf } from './schema-of.ts'
import { fields } from './session.ts'

const role = { type: oneOf(roles), en: 'The role.', fr: 'Le rôle.' }

const one = { user: schemaOf('User') }

const user = exact({ en: 'The account.', fr: 'Le compte.' }, one)

const link = { link: schemaOf('NewLink') }

export const usersOperations = {
  'GET /users': {
    name: 'listUsers',
    access: 'account',
    summary: { en: 'List the accounts', fr: 'Lister les comptes' },
    params: {
      search: {
        type: plain(200, 'alice'),
        en: 'Letters of the login, name or e-mail address.',
        fr: 'Des lettres de l’identifiant, du nom ou de l’adresse e-mail.',
      },
      role,
      page: { type: count(), default: 1, en: 'The page.', fr: 'La page.' },
      per_page: perPage(200, 50, { en: 'Accounts on a page', fr: 'Le nombre de comptes par page' }),
    },
    returns: exact(
      { en: 'A page of accounts.', fr: 'Une page de comptes.' },
      {
        users: listOf(schemaOf('User'), {
          en: 'The accounts, ordered by login.',
          fr: 'Les comptes, par ordre d’identifiant.',
        }),
        total: integer({ en: 'Their number.', fr: 'Leur nombre.' }),
        total_pages: integer({ en: 'The number of pages.', fr: 'Le nombre de pages.' }),
      },
    ),
  },
  'POST /users': {
    name: 'addUser',
    access: 'account',
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
  },
  'GET /users/:id': {
    name: 'readUser',
    access: 'account',
    summary: { en: 'Read an account', fr: 'Lire un compte' },
    returns: user,
    problems: ['user_not_found'],
  },
  'PATCH /users/:id': {
    name: 'changeUser',
    access: 'account',
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
        en: 'Whether it is disabled: its sessions end, its tokens are refused.',
        fr: 'Indique s’il est désactivé : ses sessions se ferment, ses jetons sont refusés.',
      },
    },
    returns: user,
    problems: ['user_not_found', 'last_administrator'],
  },
  'DELETE /users/:id': {
    name: 'removeUser',
    access: 'account',
    summary: {
      en: 'Delete an account; what it wrote stays',
      fr: 'Supprimer un compte ; ce qu’il a écrit reste',
    },
    returns: exact(
      { en: 'Confirms the deletion.', fr: 'Confirme la suppression.' },
      { deleted: yesOrNo({ en: 'Always true.', fr: 'Toujours vrai.' }) },
    ),
    problems: ['user_not_found', 'last_administrator'],
  },
  'POST /users/:id/link': {
    name: 'linkForUser',
    access: 'account',
    summary: {
      en: 'Create a link by which the user sets a password; an earlier one no longer works',
      fr: 'Créer un lien pour choisir un mot de passe ; un lien précédent ne sert plus',
    },
    returns: exact({ en: 'The link.', fr: 'Le lien.' }, link),
    problems: ['user_not_found'],
  },
  'DELETE /users/:id/second-factor': {
    name: 'resetSecondFactor',
    access: 'account',
    summary: {
      en: 'Turn the second factor of a user off; their sessions end',
      fr: 'Désactiver la double authentification d’une personne ; ses sessions se ferment',
    },
    returns: user,
    problems: ['user_not_found'],
  },
  'DELETE /users/:id/provider': {
    name: 'unlinkUser',
    access: 'account',
    summary: {
      en: 'Unlink an account from its person of the provider; its sessions end',
      fr: 'Dissocier un compte de la personne du fournisseur à laquelle il est lié ; ses sessions se ferment',
    },
    returns: user,
    problems: ['user_not_found'],
  },
  'DELETE /users/:id/sessions': {
    name: 'endSessionsOfUser',
    access: 'account',
    summary: { en: 'End all sessions of a user', fr: 'Fermer toutes les sessions d’une personne' },
    returns: exact(
      { en: 'The number of ended sessions.', fr: 'Le nombre de sessions fermées.' },
      { ended: integer({ en: 'Their number.', fr: 'Leur nombre.' }) },
    ),
    problems: ['user_not_found'],
  },
} satisfies Operations

/** The data that is stored about a person. */
export const erasureOperations = {
  'POST /erasure': {
    name: 'erasePerson',
    access: 'account',
    summary: {
      en: 'Find what is stored about a person, and erase it; for administrators',
      fr: 'Trouver ce qui est enregistré au sujet d’une personne, et l’effacer ; pour les administrateurs',
    },
    params: {
      who: {
        type: plain(200, 'ada@example.org'),
        required: true,
        en: 'Login, name or e-mail address, all of it.',
        fr: 'L’identifiant, le nom ou l’adresse e-mail, en entier.',
      },
      erase: {
        type: flag(),
        default: false,
        en: 'Whether to erase; otherwise nothing is changed.',
        fr: 'Indique s’il faut effacer ; sinon, rien n’est modifié.',
      },
    },
    returns: exact(
      { en: 'The result.', fr: 'Le résultat.' },
      {
        found: listOf(
          exact(
            { en: 'A place.', fr: 'Un emplacement.' },
            {
              place: word(personalPlaces, { en: 'Its name.', fr: 'Son nom.' }),
              kind: text({ en: 'The kind of the record.', fr: 'Le type de la fiche.' }),
              id: integer({ en: 'Its ID.', fr: 'Son ID.' }),
              title: text({ en: 'Its title or login.', fr: 'Son titre ou identifiant.' }),
              outcome: word(erasureOutcomes, {
                en: 'Whether it is erased or stays.',
                fr: 'Indique si cela est effacé ou reste.',
              }),
            },
          ),
          { en: 'The first 500.', fr: 'Les 500 premiers.' },
        ),
        erased: integer({
          en: 'The number of those that are erased.',
          fr: 'Le nombre de ceux qui sont effacés.',
        }),
        stays: integer({
          en: 'The number of those that stay.',
          fr: 'Le nombre de ceux qui restent.',
        }),
      },
    ),
  },
} satisfies Operations

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
