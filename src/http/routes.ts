import { notAPassword } from '../define/field-errors.ts'
import { fieldError, type Sentence } from '../define/field-type.ts'
import {
  flag,
  line,
  reference,
  secret,
  slug as slugKind,
  untyped,
  url,
} from '../define/field-types.ts'
import type { Params } from '../define/param.ts'
import { type Resource, writeParams } from '../define/resource.ts'
import { languageParam } from '../resources/common.ts'
import { type ResourceName, resources } from '../resources/index.ts'
import { bySlug, deleted, sentences } from './summaries.ts'

export type Verb = 'index' | 'doc' | 'list' | 'create' | 'read' | 'change' | 'remove'

/** One registration of a route, as the namespace index lists it: some methods, their arguments, what they do. */
export type Endpoint = {
  methods: readonly string[]
  verb: Verb
  params: Params
  kind?: ResourceName
  /** How the record is addressed. */
  by?: 'id' | 'slug'
  summary: Sentence
}

/** A route: its pattern in segments after the namespace, and its endpoints in the order of the reference. */
export type Route = { segments: readonly (string | Capture)[]; endpoints: readonly Endpoint[] }
export type Capture = { name: 'id' | 'slug'; pattern: RegExp; shown: string }

const digits: Capture = { name: 'id', pattern: /^\d+$/, shown: '(?P<id>\\d+)' }
const anything: Capture = { name: 'slug', pattern: /^[^/]+$/, shown: '(?P<slug>[^/]+)' }

const writes = ['POST', 'PUT', 'PATCH'] as const

/** Digits too long for a number are the id of no event, which is 404, and a wrong id elsewhere (behaviour 2.4, 2.8). */
const endless = {
  check: (id: unknown) => ({ value: Math.min(Number(id), Number.MAX_SAFE_INTEGER) }),
}

const pathParam = (by: 'id' | 'slug', { of, name }: Resource): Params =>
  by === 'id'
    ? {
        id: {
          type: {
            ...reference('event', { zero: true }),
            refers: undefined,
            ...(name === 'event' && endless),
          } as unknown as Params[string]['type'],
          required: true,
          sentence: { en: `The ID ${of.en}.`, fr: `L’ID ${of.fr}.` },
        },
      }
    : {
        slug: {
          type: { ...slugKind(), accepts: { type: 'string', minLength: 1 }, clears: [] },
          required: true,
          sentence: { en: `The slug ${of.en}.`, fr: `Le slug ${of.fr}.` },
        },
      }

/** The password of an event, on its routes by id and slug (X4). */
const passwordParam: Params = {
  password: {
    type: {
      ...secret(),
      clears: [],
      check: input =>
        typeof input === 'string' && input !== '' ? { value: input } : fieldError(notAPassword),
    },
    sentence: {
      en: 'The password that opens a protected event.',
      fr: 'Le mot de passe qui ouvre un évènement protégé.',
    },
  },
}

function collection(kind: ResourceName, settings: { perPage: number }): Route {
  const resource: Resource = resources[kind]
  const filters = { ...resource.filters, ...languageParam }
  const listed = {
    ...filters,
    per_page: { ...filters.per_page, default: settings.perPage },
  } as Params
  return {
    segments: [resource.path],
    endpoints: [
      {
        methods: ['GET'],
        verb: 'list',
        kind,
        summary: sentences.list(resource),
        params: withPassword(kind, listed),
      },
      {
        methods: ['POST'],
        verb: 'create',
        kind,
        summary: sentences.create(resource),
        params: { ...writeParams(resource, 'create'), ...languageParam },
      },
    ],
  }
}

/** A password in the query opens protected events in lists too. */
const withPassword = (kind: ResourceName, params: Params): Params =>
  kind === 'event'
    ? { ...params, password: { ...passwordParam.password, addition: true } as Params[string] }
    : params

/** Deletes a record permanently; what only the documentation lists, since the index is that of the reference. */
const forceParam: Params = {
  force: {
    type: flag({ loose: true }),
    addition: true,
    unlisted: true,
    sentence: {
      en: 'Delete the record permanently instead of moving it to the trash; previous in the response is the record as it was.',
      fr: 'Supprimer définitivement la fiche au lieu de la mettre à la corbeille ; previous, dans la réponse, est la fiche telle qu’elle était.',
    },
  },
}

function item(kind: ResourceName, by: 'id' | 'slug'): Route {
  const resource: Resource = resources[kind]
  const path = pathParam(by, resource)
  const password: Params = kind === 'event' ? passwordParam : {}
  const read = { ...path, ...password, ...languageParam }
  const change = { ...writeParams(resource, 'change'), ...languageParam }
  const changed = { ...change, ...(by === 'id' || kind !== 'event' ? path : {}) }
  const endpoints: Endpoint[] = [
    {
      methods: ['GET'],
      verb: 'read',
      kind,
      by,
      params: read,
      summary: sentences.read(resource, bySlug(by)),
    },
    {
      methods: ['DELETE'],
      verb: 'remove',
      kind,
      by,
      params: resource.family === 'post' ? { ...read, ...forceParam } : read,
      summary: sentences.remove(resource, bySlug(by)),
    },
    {
      methods: writes,
      verb: 'change',
      kind,
      by,
      params: changed,
      summary: sentences.change(resource, bySlug(by)),
    },
  ]
  const [first, removal, writing] = endpoints as [Endpoint, Endpoint, Endpoint]
  return {
    segments: by === 'id' ? [resource.path, digits] : [resource.path, 'by-slug', anything],
    // Terms are registered in another order.
    endpoints: resource.family === 'term' ? [first, writing, removal] : [first, removal, writing],
  }
}

const title = { type: line(), sentence: resources.image.fields.title, addition: true }
const alt = { type: line(), sentence: resources.image.fields.alt, addition: true }

/** Stored pictures: an addition (behaviour 4.10). */
function images(settings: { perPage: number }): Route[] {
  const resource: Resource = resources.image
  const [list] = collection('image', settings).endpoints as [Endpoint]
  const path = pathParam('id', resource)
  const address = {
    type: url(),
    addition: true,
    sentence: {
      en: 'A URL to copy the image from, instead of a file.',
      fr: 'Une URL d’où copier l’image, à la place d’un fichier.',
    },
  }
  const force = {
    type: flag({ loose: true }),
    addition: true,
    sentence: {
      en: 'Delete the image even while records show it.',
      fr: 'Supprimer l’image même si des fiches la montrent.',
    },
  }
  return [
    {
      segments: [resource.path],
      endpoints: [
        list,
        {
          methods: ['POST'],
          verb: 'create',
          kind: 'image',
          summary: sentences.create(resource),
          params: { url: address, title, alt, ...languageParam },
        },
      ],
    },
    {
      segments: [resource.path, digits],
      endpoints: [
        {
          methods: ['GET'],
          verb: 'read',
          kind: 'image',
          by: 'id',
          params: { ...path, ...languageParam },
          summary: sentences.read(resource),
        },
        {
          methods: ['DELETE'],
          verb: 'remove',
          kind: 'image',
          by: 'id',
          summary: deleted(resource),
          params: { ...path, force, ...languageParam },
        },
      ],
    },
  ]
}

const plain = (fallback: unknown, en: string, fr: string) => ({
  type: untyped(),
  default: fallback,
  sentence: { en, fr },
})

/** Every route under the namespace, in the order of the index. */
export function routesOf(settings: { namespace: string; perPage: number }): Route[] {
  return [
    {
      segments: [],
      endpoints: [
        {
          methods: ['GET'],
          verb: 'index',
          summary: { en: 'The routes of the API', fr: 'Les routes de l’API' },
          params: {
            namespace: plain(
              settings.namespace,
              'The namespace to describe.',
              'L’espace de noms à décrire.',
            ),
            context: plain('view', 'The context of the request.', 'Le contexte de la requête.'),
            ...languageParam,
          },
        },
      ],
    },
    {
      segments: ['doc'],
      endpoints: [
        {
          methods: ['GET'],
          verb: 'doc',
          summary: {
            en: 'The documentation, as OpenAPI',
            fr: 'La documentation, au format OpenAPI',
          },
          params: {
            version: {
              type: untyped(),
              addition: true,
              unlisted: true,
              sentence: {
                en: 'The version of OpenAPI: 3.1, or 3.0 for older tools.',
                fr: 'La version d’OpenAPI : 3.1, ou 3.0 pour des outils plus anciens.',
              },
            },
            ...languageParam,
          },
        },
      ],
    },
    ...(['event', 'venue', 'organizer'] as const).flatMap(kind => [
      collection(kind, settings),
      item(kind, 'id'),
      item(kind, 'slug'),
    ]),
    ...(['category', 'tag'] as const).flatMap(kind => [
      collection(kind, settings),
      item(kind, 'id'),
    ]),
    ...images(settings),
  ]
}
