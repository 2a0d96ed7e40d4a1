/** The errors of sessions and accounts; `problem.ts` has all errors. */
export const signInProblems = {
  session_expired: {
    status: 401,
    en: 'Your session has expired or was ended. Sign in again.',
    fr: 'Votre session a expiré ou a été fermée. Reconnectez-vous.',
  },
  session_token: {
    status: 403,
    en: 'The X-Almanac-Session header is missing or belongs to another session.',
    fr: 'L’en-tête X-Almanac-Session manque ou appartient à une autre session.',
  },
  session_elsewhere: {
    status: 403,
    en: 'A session works on the pages of this service only; the request comes from another site.',
    fr: 'Une session ne sert que sur les pages de ce service ; la requête vient d’un autre site.',
  },
  session_needs_https: {
    status: 403,
    en: 'Browsers keep a session over https only, or on the machine itself (http://localhost). Open this page with https.',
    fr: 'Un navigateur ne conserve une session qu’en https, ou sur la machine elle-même (http://localhost). Ouvrez cette page en https.',
  },
  sign_in_failed: {
    status: 401,
    en: 'The login or the password is wrong.',
    fr: 'L’identifiant ou le mot de passe est incorrect.',
  },
  second_factor_required: {
    status: 401,
    en: 'Enter the six digits from your authenticator app, or a recovery code.',
    fr: 'Saisissez les six chiffres de votre application d’authentification, ou un code de secours.',
  },
  second_factor_failed: {
    status: 401,
    en: 'That code is wrong, has expired or was already used.',
    fr: 'Ce code est incorrect, a expiré ou a déjà servi.',
  },
  account_disabled: {
    status: 403,
    en: 'This account is disabled. An administrator can enable it again.',
    fr: 'Ce compte est désactivé. Un administrateur peut le réactiver.',
  },
  wrong_password: {
    status: 403,
    en: 'That is not your password.',
    fr: 'Ce n’est pas votre mot de passe.',
  },
  setup_code: {
    status: 403,
    en: 'That is not the set-up code. The service prints it when it starts; a new one is generated at each start.',
    fr: 'Ce n’est pas le code d’installation. Le service l’affiche à son démarrage ; chaque démarrage en crée un nouveau.',
  },
  setup_done: {
    status: 409,
    en: 'There is an administrator already. Sign in instead.',
    fr: 'Il y a déjà un administrateur. Connectez-vous.',
  },
  link_expired: {
    status: 404,
    en: 'This link has expired or was already used. Ask an administrator for another.',
    fr: 'Ce lien a expiré ou a déjà servi. Demandez-en un autre à un administrateur.',
  },
  provider_unreachable: {
    status: 503,
    en: 'The provider for signing in does not respond. Try again later, or sign in with your password.',
    fr: 'Le fournisseur de connexion ne répond pas. Réessayez plus tard, ou connectez-vous avec votre mot de passe.',
  },
  places_unreachable: {
    status: 503,
    en: 'The search for places does not respond. Try again in a moment, or type the address.',
    fr: 'La recherche de lieux ne répond pas. Réessayez dans un instant, ou saisissez l’adresse.',
  },
  provider_refused: {
    status: 401,
    en: 'The provider did not confirm who you are. Try again.',
    fr: 'Le fournisseur n’a pas confirmé votre identité. Réessayez.',
  },
  provider_expired: {
    status: 403,
    en: 'This sign-in has expired, was already used, or was begun in another browser. Begin again.',
    fr: 'Cette connexion a expiré, a déjà servi ou a été commencée dans un autre navigateur. Recommencez.',
  },
  provider_email: {
    status: 403,
    en: 'The provider does not say that your e-mail address is verified. Confirm it there, then sign in again.',
    fr: 'Le fournisseur n’indique pas que votre adresse e-mail est vérifiée. Confirmez-la chez lui, puis reconnectez-vous.',
  },
  provider_no_account: {
    status: 403,
    en: 'You have no account here. Ask an administrator to create one for you.',
    fr: 'Vous n’avez pas de compte ici. Demandez à un administrateur de vous en créer un.',
  },
  user_not_found: {
    status: 404,
    en: 'There is no account with that ID.',
    fr: 'Aucun compte n’a cet ID.',
  },
  session_not_found: {
    status: 404,
    en: 'You have no session with that ID.',
    fr: 'Vous n’avez aucune session avec cet ID.',
  },
  token_not_found: {
    status: 404,
    en: 'There is no token with that ID.',
    fr: 'Aucun jeton n’a cet ID.',
  },
  event_not_pending: {
    status: 409,
    en: 'The event does not wait for review: it is a draft, published or in the trash.',
    fr: 'L’évènement n’attend pas de relecture : il est en brouillon, publié ou à la corbeille.',
  },
  version_not_found: {
    status: 404,
    en: 'The record has no such version, or it has been pruned.',
    fr: 'La fiche n’a pas cette version, ou elle n’est plus conservée.',
  },
  bulk_not_found: {
    status: 404,
    en: 'There is no bulk change with that ID, or you may not see it.',
    fr: 'Aucune modification groupée n’a cet ID, ou vous ne pouvez pas la voir.',
  },
  bulk_not_possible: {
    status: 409,
    en: 'The bulk change is still in progress, or it has nothing to undo.',
    fr: 'La modification groupée est encore en cours, ou il n’y a rien à annuler.',
  },
  bulk_busy: {
    status: 409,
    en: 'Ten bulk changes of yours are in progress. Wait until one has ended.',
    fr: 'Dix de vos modifications groupées sont en cours. Attendez que l’une d’elles se termine.',
  },
  import_not_found: {
    status: 404,
    en: 'There is no import with that ID.',
    fr: 'Aucune importation n’a cet ID.',
  },
  import_not_possible: {
    status: 409,
    en: 'The state of the import does not allow this. Read it again.',
    fr: 'L’état de l’importation ne permet pas cette action. Relisez-la.',
  },
  subscription_not_found: {
    status: 404,
    en: 'There is no subscription with that ID.',
    fr: 'Aucun abonnement n’a cet ID.',
  },
  webhook_not_found: {
    status: 404,
    en: 'There is no webhook with that ID.',
    fr: 'Aucun webhook n’a cet ID.',
  },
  delivery_not_found: {
    status: 404,
    en: 'No message with that ID can be sent again.',
    fr: 'Aucun message ayant cet ID ne peut être renvoyé.',
  },
  import_too_large: {
    status: 413,
    en: 'Files to import can be up to 64 MiB. Import larger ones on the command line.',
    fr: 'Les fichiers à importer ne dépassent pas 64 Mio. Importez les plus grands par la ligne de commande.',
  },
  import_busy: {
    status: 409,
    en: 'Another import of this source is running. Wait until it has ended.',
    fr: 'Une autre importation de cette source est en cours. Attendez qu’elle se termine.',
  },
  backup_not_found: {
    status: 404,
    en: 'There is no backup with that name.',
    fr: 'Aucune sauvegarde ne porte ce nom.',
  },
  backup_busy: {
    status: 409,
    en: 'A backup is being made or verified. Wait until that has ended.',
    fr: 'Une sauvegarde ou une vérification est en cours. Attendez qu’elle se termine.',
  },
  last_administrator: {
    status: 409,
    en: 'This is the last administrator: give another account that role first.',
    fr: 'C’est le dernier administrateur : donnez d’abord ce rôle à un autre compte.',
  },
} as const
