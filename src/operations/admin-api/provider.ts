import { address, exact } from '../../define/schema.ts'
import { text as plain } from '../../define/text-types.ts'
import type { Operations } from '../api/operation.ts'
import { entryProblems, secondFactorCode, signedIn } from './session.ts'

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
