import type { JsonSchema } from '../../define/field-type.ts'
import { languages } from '../../define/text/language.ts'

/** Headers of a response, by name, each described once. */
export const headers = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [name, { $ref: `#/components/headers/${identifier(name)}` }]),
  )

/** `X-TEC-Total` → `XTECTotal`: client generators use the names of components as identifiers. */
const identifier = (name: string) => name.replaceAll('-', '')

/** On every response of the API. */
export const onEvery = [
  'Content-Language',
  'Cache-Control',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]
/** On responses of a matched route. */
export const onMatched = ['Allow', 'X-Almanac-Ignored', ...onEvery]
/** On public reads, which can be revalidated by their tag. */
export const onCached = ['ETag', 'Last-Modified']
/** On writes of records. */
export const replayed = 'Idempotency-Replayed'
export const onWritten = ['ETag', replayed]
export const onList = ['X-TEC-Total', 'X-TEC-TotalPages', 'X-Total', 'X-Total-Pages', 'Link']

/** On lists of events. */
export const onEvents = [...onList, 'X-Almanac-Horizon']

/** A header that is always there, and one that may be missing. Header values are texts: digits, not numbers. */
const header = (en: string, fr: string, schema: JsonSchema = { type: 'string' }) => ({
  ...perhaps(en, fr, schema),
  required: true,
})
const perhaps = (en: string, fr: string, schema: JsonSchema = { type: 'string' }) => ({
  description: { en, fr },
  schema,
})
const digits = { type: 'string', pattern: '^[0-9]+$' }

const total = header('The total number of records.', 'Le nombre total de fiches.', digits)
const pages = header('The number of pages.', 'Le nombre de pages.', digits)

const described = {
  Allow: perhaps(
    'The methods that this caller may use here.',
    'Les méthodes que l’appelant peut utiliser ici.',
  ),
  'X-Almanac-Ignored': perhaps(
    'Names in the body and the query that are not known and were ignored: body titel, venue.locaton; query orderby.',
    'Les noms du corps et de la requête qui sont inconnus et ont été ignorés : body titel, venue.locaton ; query orderby.',
  ),
  'X-Almanac-Horizon': perhaps(
    'On a list whose range ends after it: the wall time up to which all dates of series are listed.',
    'Quand la liste porte sur des dates plus lointaines : l’heure locale jusqu’à laquelle elle a toutes les dates des séries.',
  ),
  'Content-Language': header(
    'The requested language; of a single record that fell back, the language shown.',
    'La langue demandée ; pour une fiche montrée dans sa langue de repli, la langue montrée.',
    { type: 'string', enum: [...languages] },
  ),
  'Cache-Control': header(
    'How long the response may be cached; responses to callers with credentials are not.',
    'La durée de conservation ; une réponse à un appelant authentifié ne se conserve pas.',
  ),
  'X-Request-Id': header('The ID of the request.', 'L’identifiant de la requête.'),
  'X-TEC-Total': total,
  'X-TEC-TotalPages': pages,
  'X-Total': total,
  'X-Total-Pages': pages,
  Link: perhaps(
    'Other pages of the list: next, prev, first, last (RFC 8288); left out where URLs are too long for a header.',
    'Les autres pages de la liste : next, prev, first, last (RFC 8288) ; absent si les URL sont trop longues pour un en-tête.',
  ),
  ETag: perhaps(
    'The tag of this response, for If-None-Match; that of a single record and of a write is also for If-Match.',
    'L’ETag de cette réponse, pour If-None-Match ; celle d’une seule fiche ou d’une écriture sert aussi à If-Match.',
  ),
  'Last-Modified': perhaps(
    'When this response last changed.',
    'La dernière modification de cette réponse.',
  ),
  'Idempotency-Replayed': perhaps(
    'True where this is the first response to a write with the same Idempotency-Key.',
    'true s’il s’agit de la première réponse à une écriture avec le même Idempotency-Key.',
  ),
  Location: header('The URL of the new record.', 'L’URL de la nouvelle fiche.'),
  'Retry-After': header('How many seconds to wait.', 'Le nombre de secondes à attendre.', digits),
  'WWW-Authenticate': header('How to show who is calling.', 'La façon de s’authentifier.'),
  'RateLimit-Limit': perhaps(
    'How many requests a minute may hold, where they are limited.',
    'Le nombre de requêtes permises par minute, si elles sont limitées.',
    digits,
  ),
  'RateLimit-Remaining': perhaps(
    'How many are left in this minute.',
    'Le nombre de requêtes restantes dans cette minute.',
    digits,
  ),
  'RateLimit-Reset': perhaps(
    'In how many seconds the next minute begins.',
    'Le nombre de secondes avant la minute suivante.',
    digits,
  ),
}

/** The headers that responses refer to: all of the API, or some. */
export const headerComponents = (names: readonly string[] = Object.keys(described)) =>
  Object.fromEntries(
    Object.entries(described)
      .filter(([name]) => names.includes(name))
      .map(([name, header]) => [identifier(name), header]),
  )
