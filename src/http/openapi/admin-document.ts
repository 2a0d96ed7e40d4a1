import { version } from '../../common/index.ts'
import type { Language, Sentence } from '../../define/field-type.ts'
import { adminOperations } from '../../operations/admin-api/index.ts'
import type { Operation } from '../../operations/index.ts'
import { schemas } from '../../resources/admin-api/index.ts'
import { headerComponents, onEvery } from './headers.ts'
import { securitySchemes as credentials, license } from './info.ts'
import { documentOf } from './openapi.ts'
import { adminParameters } from './parameters.ts'
import type { Placed } from './placed.ts'

const about: Sentence = {
  en: 'The operations of the admin screens besides records: sessions, one’s own account, accounts of others, tokens. A session opens the API itself too, for requests with the header `X-Almanac-Session`. Every write is JSON and comes from a page of this service; no other origin is allowed, whatever the value of `corsOrigins`.',
  fr: 'Les opérations des écrans d’administration, outre les fiches : sessions, son propre compte, comptes d’autrui, jetons. Une session ouvre aussi l’API elle-même, pour les requêtes qui portent l’en-tête `X-Almanac-Session`. Toute écriture est en JSON et vient d’une page de ce service ; aucune autre origine n’est admise, quelle que soit la valeur de `corsOrigins`.',
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-almanac',
    description: { en: 'The session.', fr: 'La session.' },
  },
  page: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Almanac-Session',
    description: {
      en: 'The `token` of `GET session`, which changes with the session.',
      fr: 'Le `token` de `GET session`, qui change avec la session.',
    },
  },
  ...credentials,
}

/** The operations of the admin API. */
export const placedForAdmin = () =>
  Object.entries<Operation>(adminOperations).map(([key, operation]): Placed => {
    const [method = '', path = ''] = key.split(' ')
    return { params: {}, ...operation, method, path, under: 'admin' }
  })

/** The documentation of `/admin/api`, as OpenAPI 3.1, from its table of operations. */
export function adminDocument(language: Language, root: string, bodyLimit: number): object {
  return documentOf({ language, root, bodyLimit }, placedForAdmin(), {
    info: {
      title: 'Almanac admin',
      version,
      description: about,
      license,
    },
    servers: [{ url: root }],
    schemas,
    parameters: adminParameters,
    headers: headerComponents([...onEvery, 'Retry-After']),
    securitySchemes,
  })
}
