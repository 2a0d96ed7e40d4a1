import { isNameIn } from '../define/base/objects.ts'
import type { FieldError, Sentence } from '../define/field-type.ts'
import { signInProblems } from './sign-in.ts'

/** Errors that pass: the same request may succeed later, after the time in `Retry-After`. `problem.ts` has all errors. */
const retryProblems = {
  too_many_attempts: {
    status: 429,
    en: 'Too many failed attempts. Try again in {seconds} {seconds|second|seconds}.',
    fr: 'Trop de tentatives infructueuses. Réessayez dans {seconds} s.',
  },
  too_many_requests: {
    status: 429,
    en: 'Too many requests. Try again in {seconds} {seconds|second|seconds}.',
    fr: 'Trop de requêtes. Réessayez dans {seconds} s.',
  },
  service_too_busy: {
    status: 503,
    en: 'The service is overloaded. Try again in {seconds} seconds.',
    fr: 'Le service est trop sollicité en ce moment. Réessayez dans {seconds} s.',
  },
  rest_insufficient_storage: {
    status: 507,
    en: 'The disk of the service is full: nothing can be written at the moment. Try again in {seconds} seconds.',
    fr: 'Le disque du service est plein : rien ne peut être écrit pour le moment. Réessayez dans {seconds} s.',
  },
  rest_storage_failing: {
    status: 503,
    en: 'The service cannot use its disk at the moment. Try again in {seconds} seconds.',
    fr: 'Le service ne peut pas utiliser son disque pour le moment. Réessayez dans {seconds} s.',
  },
  rest_database_unreachable: {
    status: 503,
    en: 'The service cannot reach its database at the moment. Try again in {seconds} seconds.',
    fr: 'Le service ne peut pas joindre sa base de données pour le moment. Réessayez dans {seconds} s.',
  },
  rest_service_outdated: {
    status: 503,
    en: 'This service is being updated and cannot write at the moment. Try again in {seconds} seconds.',
    fr: 'Ce service est en cours de mise à jour et ne peut rien écrire pour le moment. Réessayez dans {seconds} s.',
  },
  rest_images_unreachable: {
    status: 503,
    en: 'The service cannot reach its image storage at the moment. Try again in {seconds} seconds.',
    fr: 'Le service ne peut pas joindre son stockage d’images pour le moment. Réessayez dans {seconds} s.',
  },
} as const

type Entry = Sentence & { status: number }

/**
 * The closed list of what can go wrong, by its code on the wire (E1–E4).
 * Codes never change with the language; sentences are shown in the language of the request.
 */
export const problems = {
  rest_no_route: {
    status: 404,
    en: 'No route was found matching the URL and request method.',
    fr: 'Aucune route ne correspond à cette URL et à cette méthode.',
  },
  rest_invalid_namespace: {
    status: 404,
    en: 'The specified namespace could not be found.',
    fr: 'L’espace de noms demandé est introuvable.',
  },
  rest_missing_callback_param: {
    status: 400,
    en: 'Missing {count|parameter|parameters}: {names}',
    fr: '{count|Paramètre manquant|Paramètres manquants} : {names}',
  },
  rest_invalid_param: {
    status: 400,
    en: 'Invalid {count|parameter|parameters}: {names}',
    fr: '{count|Paramètre non valide|Paramètres non valides} : {names}',
  },
  rest_invalid_json: {
    status: 400,
    en: 'The body of the request is not valid JSON.',
    fr: 'Le corps de la requête n’est pas du JSON valide.',
  },
  rest_invalid_body: {
    status: 400,
    en: 'The body of the request could not be read.',
    fr: 'Le corps de la requête est illisible.',
  },
  rest_unsupported_media_type: {
    status: 415,
    en: 'The body of the request is of a type that is not read here, so nothing was done. Send application/json, application/x-www-form-urlencoded or multipart/form-data.',
    fr: 'Le corps de la requête est d’un type qui n’est pas lu ici : rien n’a été fait. Envoyez application/json, application/x-www-form-urlencoded ou multipart/form-data.',
  },
  rest_invalid_request: {
    status: 400,
    en: 'The request could not be read: it is not valid HTTP, it arrived too slowly, or its headers are too large. In a URL, letters such as é are written %C3%A9.',
    fr: 'La requête est illisible : ce n’est pas du HTTP valide, elle est arrivée trop lentement, ou ses en-têtes sont trop volumineux. Dans une URL, une lettre comme é s’écrit %C3%A9.',
  },
  rest_invalid_url: {
    status: 400,
    en: 'The URL of the request could not be read.',
    fr: 'L’URL de la requête est illisible.',
  },
  rest_body_too_large: {
    status: 413,
    en: 'The request is larger than {size} {unit}B.',
    fr: 'La requête dépasse {size} {unit}o.',
  },
  rest_not_logged_in: {
    status: 401,
    en: 'This calendar is private. Send credentials to read it.',
    fr: 'Cet agenda est privé. Envoyez des identifiants pour le lire.',
  },
  rest_forbidden: {
    status: 403,
    en: 'Sorry, you are not allowed to do that.',
    fr: 'Désolé, vous n’avez pas le droit de faire cela.',
  },
  rest_cannot_edit_others: {
    status: 403,
    en: 'Only editors and administrators may write in the name of another user. Leave author out, or send your own ID, {id}.',
    fr: 'Seuls les éditeurs et les administrateurs peuvent écrire au nom d’un autre utilisateur. Omettez author, ou envoyez votre propre ID, {id}.',
  },
  rest_cross_site: {
    status: 403,
    en: 'The request comes from another site, which may not write with a password stored by your browser. Send JSON, or use a bearer token.',
    fr: 'La requête vient d’un autre site, qui ne peut pas écrire avec un mot de passe conservé par votre navigateur. Envoyez du JSON, ou utilisez un jeton d’accès.',
  },
  invalid_username: {
    status: 401,
    en: 'Unknown login. Check it, or try your e-mail address.',
    fr: 'Identifiant inconnu. Vérifiez-le, ou essayez votre adresse e-mail.',
  },
  incorrect_password: {
    status: 401,
    en: 'The provided password is an invalid application password.',
    fr: 'Le mot de passe fourni n’est pas un mot de passe d’application valide.',
  },
  invalid_token: {
    status: 401,
    en: 'The bearer token is unknown, revoked or expired.',
    fr: 'Le jeton d’accès est inconnu, révoqué ou expiré.',
  },
  invalid_authorization: {
    status: 401,
    en: 'The Authorization header could not be read.',
    fr: 'L’en-tête Authorization est illisible.',
  },
  ...signInProblems,
  ...retryProblems,
  'rest-event-not-found': {
    status: 404,
    en: 'Event with ID {id} does not exist.',
    fr: 'Aucun évènement ne porte l’ID {id}.',
  },
  'event-date-removed': {
    status: 410,
    en: 'The date with ID {id} has been removed from event {series}.',
    fr: 'La date dont l’ID est {id} a été retirée de l’évènement {series}.',
  },
  'rest-invalid-event-id': {
    status: 400,
    en: 'The specified ID is not a valid event.',
    fr: 'L’ID indiqué n’est pas celui d’un évènement.',
  },
  'event-no-longer-available': {
    status: 403,
    en: 'This event is no longer available.',
    fr: 'Cet évènement n’est plus disponible.',
  },
  'event-not-accessible': {
    status: 403,
    en: 'The requested event is not accessible.',
    fr: 'L’évènement demandé n’est pas accessible.',
  },
  'venue-not-accessible': {
    status: 403,
    en: 'The requested venue is not accessible.',
    fr: 'Le lieu demandé n’est pas accessible.',
  },
  'organizer-not-accessible': {
    status: 403,
    en: 'The requested organizer is not accessible.',
    fr: 'L’organisateur demandé n’est pas accessible.',
  },
  'event-password-protected': {
    status: 403,
    en: 'The requested event is not accessible without a password.',
    fr: 'L’évènement demandé n’est accessible qu’avec un mot de passe.',
  },
  record_removed: {
    status: 410,
    en: 'The record at this URL has been removed.',
    fr: 'La fiche à cette URL a été retirée.',
  },
  changes_cursor_gone: {
    status: 410,
    en: 'Changes cannot be followed from this cursor: it is too old, the calendar was restored from a backup, or the rights of the caller have changed. Begin again with cursor=start.',
    fr: 'Ce curseur ne permet plus de suivre les changements : il est trop ancien, l’agenda a été restauré depuis une sauvegarde, ou les droits de l’appelant ont changé. Recommencez avec cursor=start.',
  },
  'event-is-in-trash': {
    status: 410,
    en: 'The event is already in the trash.',
    fr: 'L’évènement est déjà à la corbeille.',
  },
  'venue-is-in-trash': {
    status: 410,
    en: 'The venue is already in the trash.',
    fr: 'Le lieu est déjà à la corbeille.',
  },
  'organizer-is-in-trash': {
    status: 410,
    en: 'The organizer is already in the trash.',
    fr: 'L’organisateur est déjà à la corbeille.',
  },
  'event-archive-page-not-found': {
    status: 404,
    en: 'The requested page of the list of events does not exist.',
    fr: 'La page demandée de la liste des évènements n’existe pas.',
  },
  'venue-archive-page-not-found': {
    status: 404,
    en: 'The requested page of the list of venues does not exist.',
    fr: 'La page demandée de la liste des lieux n’existe pas.',
  },
  'organizer-archive-page-not-found': {
    status: 404,
    en: 'The requested page of the list of organizers does not exist.',
    fr: 'La page demandée de la liste des organisateurs n’existe pas.',
  },
  'image-archive-page-not-found': {
    status: 404,
    en: 'The requested page of the list of images does not exist.',
    fr: 'La page demandée de la liste des images n’existe pas.',
  },
  empty_content: {
    status: 400,
    en: 'The title is empty: it contains only whitespace or markup.',
    fr: 'Le titre est vide : il ne contient que des espaces ou du balisage.',
  },
  empty_term_name: {
    status: 400,
    en: 'A name is required for this term.',
    fr: 'Un nom est requis pour ce terme.',
  },
  db_insert_error: {
    status: 400,
    en: 'The name of a term is limited to 200 characters.',
    fr: 'Le nom d’un terme compte 200 caractères au plus.',
  },
  term_exists: {
    status: 400,
    en: 'A term with the name provided already exists {where}: “{name}” (ID {id}). Case and accents make no difference.',
    fr: 'Un terme de ce nom existe déjà {where}, à la casse et aux accents près : « {name} » (ID {id}).',
  },
  duplicate_term_slug: {
    status: 400,
    en: 'The slug “{slug}” is already in use by another term.',
    fr: 'Le slug « {slug} » est déjà celui d’un autre terme.',
  },
  rest_taxonomy_not_hierarchical: {
    status: 400,
    en: 'Cannot set parent term, taxonomy is not hierarchical.',
    fr: 'Une étiquette n’a pas de parent : cette taxonomie n’est pas hiérarchique.',
  },
  rest_precondition_failed: {
    status: 412,
    en: 'The record has been changed since you read it. Read it again, and send your change with its new ETag.',
    fr: 'La fiche a été modifiée depuis votre lecture. Relisez-la, puis renvoyez votre modification avec son nouvel ETag.',
  },
  batch_failed: {
    status: 422,
    en: 'Operation {position} of {total} was refused, so nothing was written. {reason}',
    fr: 'L’opération {position} sur {total} a été refusée : rien n’a été enregistré. {reason}',
  },
  idempotency_key_invalid: {
    status: 400,
    en: 'The Idempotency-Key must have 1 to 255 printable ASCII characters, such as a UUID.',
    fr: 'L’en-tête Idempotency-Key doit compter de 1 à 255 caractères ASCII imprimables, par exemple un UUID.',
  },
  idempotency_key_reused: {
    status: 422,
    en: 'This Idempotency-Key was sent with another request: another method, URL, language or body. Use a new key for each write, and send repetitions unchanged.',
    fr: 'Cet Idempotency-Key a déjà servi à une autre requête, dont la méthode, l’URL, la langue ou le corps diffère. Prenez une nouvelle clé pour chaque écriture, et répétez la requête telle quelle.',
  },
  idempotency_key_in_use: {
    status: 409,
    en: 'The first request with this Idempotency-Key is still in work. Try again in {seconds} {seconds|second|seconds}.',
    fr: 'La première requête avec cet Idempotency-Key est encore en cours. Réessayez dans {seconds} s.',
  },
  saved_view_not_found: {
    status: 404,
    en: 'There is no such saved view, or it belongs to another user.',
    fr: 'Cette vue n’existe pas, ou appartient à un autre compte.',
  },
  report_not_found: {
    status: 404,
    en: 'There is no such report, or an editor has closed it.',
    fr: 'Ce signalement n’existe pas, ou un éditeur l’a clos.',
  },
  rest_image_in_use: {
    status: 409,
    en: 'The image is still used by {count} {count|record|records}. Send force=true to delete it anyway.',
    fr: 'L’image sert encore à {count} {count|fiche|fiches}. Envoyez force=true pour la supprimer malgré tout.',
  },
  rest_internal: {
    status: 500,
    en: 'Something went wrong on the server. The request ID helps to find the cause.',
    fr: 'Une erreur est survenue sur le serveur. L’identifiant de la requête aide à en trouver la cause.',
  },
} as const satisfies Record<string, Entry>

export type ProblemCode = keyof typeof problems

export const isProblem = (code: string): code is ProblemCode => isNameIn(problems, code)

export type ProblemExtra = {
  /** Differs from the code's usual status only where the caller's rank decides (401 or 403). */
  status?: number
  params?: Record<string, string | number | Sentence>
  /** Replaces the usual sentence of the code by a more specific one. */
  sentence?: Sentence
  /** Errors by parameter, for `rest_invalid_param`. */
  fieldErrors?: Record<string, FieldError>
  /** Names, for `rest_missing_callback_param`. */
  missing?: string[]
  /** Further members of `data`. */
  data?: Record<string, unknown>
  /** Seconds, for `Retry-After`. */
  retryAfter?: number
  /** Further headers of the response. */
  headers?: Record<string, string>
}

/** Thrown where a rule is known, caught in one place (`http/respond.ts`). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: ProblemExtra

  constructor(code: ProblemCode, extra: ProblemExtra = {}) {
    super(code)
    this.code = code
    this.extra = extra
  }

  get sentence(): Sentence {
    return this.extra.sentence ?? problems[this.code]
  }

  get status(): number {
    return this.extra.status ?? problems[this.code].status
  }
}

/** Throws the problem that The Events Calendar has for one resource only, such as `venue-is-in-trash`, where it has one. */
export function refuseAsReference(code: string) {
  if (isProblem(code)) throw new Problem(code)
}

/** A 400 that names every invalid parameter. */
export const withErrors = (fieldErrors: Record<string, FieldError>) =>
  new Problem('rest_invalid_param', { fieldErrors })

/** A 400 for one parameter. */
export const fieldProblem = (name: string, fieldError: FieldError) =>
  withErrors({ [name]: fieldError })
