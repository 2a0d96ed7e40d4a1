import { oneOf } from '../../define/choice-types.ts'
import type { Params } from '../../define/param.ts'
import { maxPassword } from '../../define/password.ts'
import { address, type Described, exact, integer, listOf, ref } from '../../define/schema.ts'
import { languages } from '../../define/text/language.ts'
import { line, text as plain, secret } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'
import { type Schemas, schemaOf } from './schema-of.ts'

type Session = Described<Schemas['Session']>
type Anyone = Pick<Session, 'canSignIn' | 'site'>
/** `token`: for the header `X-Almanac-Session`. */
export type SignedIn = Required<Session> & { state: 'signed-in' }
/** The caller: there is no account yet (`setup`), the caller is anonymous, or a user. */
export type Who = (Anyone & { state: 'setup' }) | (Anyone & { state: 'signed-out' }) | SignedIn

const sessionProblems = ['session_needs_https', 'session_elsewhere', 'too_many_attempts'] as const
/** Why nobody is signed in whose password, or provider, has said who it is. */
const entryProblems = [
  'second_factor_required',
  'second_factor_failed',
  'account_disabled',
  ...sessionProblems,
] as const

export const who = ref<Who>('Session')
export const signedIn = ref<SignedIn>('Session')

/** The fields of an account, as a user fills them in. */
export const fields = {
  login: {
    type: plain(60, 'alice'),
    required: true,
    en: 'The login: letters, digits and . _ @ + -.',
    fr: 'L’identifiant : lettres, chiffres et . _ @ + -.',
  },
  email: {
    type: plain(254, 'alice@example.org'),
    en: 'The e-mail address.',
    fr: 'L’adresse e-mail.',
  },
  name: { type: line({ max: 200 }), en: 'The displayed name.', fr: 'Le nom affiché.' },
  language: {
    type: oneOf(['', ...languages]),
    en: 'The language of the screens; empty: that of the site.',
    fr: 'La langue des écrans ; vide : celle du site.',
  },
  password: {
    type: secret({ max: maxPassword, sample: 'a long password' }),
    required: true,
    en: 'The password.',
    fr: 'Le mot de passe.',
  },
} as const satisfies Params

const secondFactorCode = {
  type: plain(40, '123456'),
  en: 'The six digits of the second factor, or a recovery code.',
  fr: 'Les six chiffres de la double authentification, ou un code de secours.',
}

const ended = exact(
  { en: 'The number of ended sessions.', fr: 'Le nombre de sessions fermées.' },
  { ended: integer({ en: 'Their number.', fr: 'Leur nombre.' }) },
)

/** Signing in and out, and the sessions of oneself. */
export const sessionOperations = {
  'GET /session': {
    name: 'readSession',
    access: 'anyone',
    summary: {
      en: 'The signed-in user, their permissions, and the site',
      fr: 'L’utilisateur connecté, ses droits et le site',
    },
    returns: who,
  },
  'POST /session': {
    name: 'signIn',
    access: 'anyone',
    summary: { en: 'Sign in', fr: 'Se connecter' },
    params: {
      login: {
        ...fields.login,
        type: plain(254, 'alice'),
        en: 'The login or e-mail address.',
        fr: 'L’identifiant ou l’adresse e-mail.',
      },
      password: fields.password,
      code: secondFactorCode,
    },
    returns: signedIn,
    problems: ['sign_in_failed', ...entryProblems],
  },
  'DELETE /session': {
    name: 'signOut',
    access: 'session',
    summary: { en: 'Sign out', fr: 'Se déconnecter' },
    returns: who,
  },
  'POST /setup': {
    name: 'setUp',
    access: 'anyone',
    summary: { en: 'Create the first administrator', fr: 'Créer le premier administrateur' },
    params: {
      code: {
        type: plain(100, 'abcd-efgh-jkmn'),
        required: true,
        en: 'The code that the service printed when it started.',
        fr: 'Le code que le service a affiché à son démarrage.',
      },
      ...fields,
    },
    returns: signedIn,
    status: 201,
    problems: ['setup_code', 'setup_done', ...sessionProblems],
  },
  'GET /sessions': {
    name: 'listSessions',
    access: 'session',
    summary: { en: 'List your sessions', fr: 'Lister vos sessions' },
    returns: exact(
      { en: 'Your sessions.', fr: 'Vos sessions.' },
      {
        sessions: listOf(schemaOf('OpenSession'), {
          en: 'The last used first.',
          fr: 'La dernière utilisée d’abord.',
        }),
      },
    ),
  },
  'DELETE /sessions/:id': {
    name: 'endSession',
    access: 'session',
    summary: { en: 'End one of your sessions', fr: 'Fermer l’une de vos sessions' },
    returns: ended,
    problems: ['session_not_found'],
  },
  'DELETE /sessions': {
    name: 'endSessions',
    access: 'session',
    summary: { en: 'Sign out everywhere', fr: 'Se déconnecter partout' },
    params: {
      keep: {
        type: oneOf(['current']),
        en: 'current: all other sessions end, this one stays.',
        fr: 'current : toutes les autres sessions se ferment, celle-ci reste.',
      },
    },
    returns: ended,
  },
} satisfies Operations

/** Sign-in by a provider. */
export const providerOperations = {
  'POST /provider': {
    name: 'beginByProvider',
    access: 'anyone',
    summary: {
      en: 'Begin to sign in by the provider',
      fr: 'Commencer à se connecter par le fournisseur',
    },
    params: {
      screen: {
        type: plain(200, '/events'),
        en: 'The screen to return to: letters, digits, hyphens and slashes.',
        fr: 'L’écran où revenir : lettres, chiffres, traits d’union et barres obliques.',
      },
    },
    returns: exact(
      { en: 'The next URL.', fr: 'L’URL suivante.' },
      {
        url: address({
          en: 'The page of the provider, for this browser only.',
          fr: 'La page du fournisseur, pour ce navigateur seulement.',
        }),
      },
    ),
    problems: ['rest_no_route', 'provider_unreachable', 'session_needs_https', 'session_elsewhere'],
  },
  'GET /provider/callback': {
    name: 'returnFromProvider',
    access: 'anyone',
    summary: {
      en: 'The redirect URL of the provider; redirects to the screens',
      fr: 'L’URL de retour du fournisseur ; redirige vers les écrans',
    },
    returns: exact({ en: 'An empty response.', fr: 'Une réponse vide.' }, {}),
    status: 303,
    problems: ['rest_no_route'],
  },
  'POST /provider/session': {
    name: 'signInByProvider',
    access: 'anyone',
    summary: {
      en: 'Sign in, back from the provider, in the browser that began',
      fr: 'Se connecter, au retour du fournisseur, dans le navigateur qui a commencé',
    },
    params: { code: secondFactorCode },
    returns: signedIn,
    problems: [
      'rest_no_route',
      'provider_unreachable',
      'provider_refused',
      'provider_expired',
      'provider_email',
      'provider_no_account',
      ...entryProblems,
    ],
  },
} satisfies Operations
