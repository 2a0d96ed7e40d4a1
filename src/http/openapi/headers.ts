import type { Context } from './context.ts'

/** Headers of a response, by name, each told once. */
export const headers = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [name, { $ref: `#/components/headers/${identifier(name)}` }]),
  )

/** `X-TEC-Total` → `XTECTotal`: names of components are identifiers in the clients that are made of them. */
const identifier = (name: string) => name.replaceAll('-', '')

/** On every answer of the API. */
export const onEvery = [
  'Content-Language',
  'Cache-Control',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]
/** Once the route and its caller are known. */
export const onKnown = ['Allow', 'X-Almanac-Ignored', ...onEvery]
/** On reads by anyone, which may be asked for again by their tag. */
export const onKept = ['ETag', 'Last-Modified']
export const onList = ['X-TEC-Total', 'X-TEC-TotalPages', 'X-Total', 'X-Total-Pages', 'Link']

export function headerComponents({ tell }: Context) {
  const header = (schema: object, en: string, fr: string, required = true) => ({
    description: tell(en, fr),
    ...(required && { required }),
    schema,
  })
  const word = { type: 'string' }
  // Header values are texts: digits, not numbers.
  const digits = { type: 'string', pattern: '^[0-9]+$' }
  const total = ['The total number of records.', 'Le nombre total de fiches.'] as const
  const pages = ['The number of pages.', 'Le nombre de pages.'] as const
  const limit = (en: string, fr: string) => header(digits, en, fr, false)
  const told: Record<string, object> = {
    Allow: header(
      word,
      'The methods that this caller may use here.',
      'Les méthodes que l’appelant peut utiliser ici.',
      false,
    ),
    'X-Almanac-Ignored': header(
      word,
      'Names in the body and the query that are not known and were ignored: body titel, venue.locaton; query orderby.',
      'Les noms du corps et de la requête qui sont inconnus et ont été ignorés : body titel, venue.locaton ; query orderby.',
      false,
    ),
    'Content-Language': header(
      { type: 'string', enum: ['en', 'fr'] },
      'The language asked for; of a single record that fell back, the language shown.',
      'La langue demandée ; pour une fiche montrée dans sa langue de repli, la langue montrée.',
    ),
    'Cache-Control': header(
      word,
      'How long the response may be cached; responses to callers with credentials are not.',
      'La durée de conservation ; une réponse à un appelant authentifié ne se conserve pas.',
    ),
    'X-Request-Id': header(word, 'The ID of the request.', 'L’identifiant de la requête.'),
    'X-TEC-Total': header(digits, ...total),
    'X-TEC-TotalPages': header(digits, ...pages),
    'X-Total': header(digits, ...total),
    'X-Total-Pages': header(digits, ...pages),
    Link: header(
      word,
      'Other pages of the list: next, prev, first, last (RFC 8288); left out where URLs are too long for a header.',
      'Les autres pages de la liste : next, prev, first, last (RFC 8288) ; absent si les URL sont trop longues pour un en-tête.',
      false,
    ),
    ETag: header(
      word,
      'The tag of this response, for If-None-Match; that of a single record and of a write is also for If-Match.',
      'L’ETag de cette réponse, pour If-None-Match ; celle d’une seule fiche ou d’une écriture sert aussi à If-Match.',
      false,
    ),
    'Last-Modified': header(
      word,
      'When this response last changed.',
      'La dernière modification de cette réponse.',
      false,
    ),
    Location: header(word, 'The address of the new record.', 'L’adresse de la nouvelle fiche.'),
    'Retry-After': header(digits, 'How many seconds to wait.', 'Le nombre de secondes à attendre.'),
    'WWW-Authenticate': header(word, 'How to show who is calling.', 'La façon de s’authentifier.'),
    'RateLimit-Limit': limit(
      'How many requests a minute may hold, where they are limited.',
      'Le nombre de requêtes permises par minute, si elles sont limitées.',
    ),
    'RateLimit-Remaining': limit(
      'How many are left in this minute.',
      'Le nombre de requêtes restantes dans cette minute.',
    ),
    'RateLimit-Reset': limit(
      'In how many seconds the next minute begins.',
      'Le nombre de secondes avant la minute suivante.',
    ),
  }
  return Object.fromEntries(Object.entries(told).map(([name, of]) => [identifier(name), of]))
}
