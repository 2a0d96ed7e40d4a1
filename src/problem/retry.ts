/** Errors that pass: the same request may succeed later, after the time in `Retry-After`. `problem.ts` has all errors. */
export const retryProblems = {
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
