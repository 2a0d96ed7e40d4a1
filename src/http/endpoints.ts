import { notAPassword } from '../define/flaws.ts'
import { flaw, type Sentence } from '../define/kind.ts'
import { flag, line, reference, secret, slug as slugKind, untyped, url } from '../define/kinds.ts'
import type { Params } from '../define/param.ts'
import { type Resource, writeParams } from '../define/resource.ts'
import { languageParam } from '../resources/common.ts'
import { type KindName, resources } from '../resources/index.ts'
import { bySlug, deleted, sentences } from './summaries.ts'

export type Verb = 'index' | 'doc' | 'list' | 'create' | 'read' | 'change' | 'remove'

/** One registration of a route, as the namespace index lists it: some methods, their arguments, what they do. */
export type Endpoint = {
  methods: readonly string[]
  verb: Verb
  params: Params
  kind?: KindName
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
          kind: {
            ...reference('event', { zero: true }),
            refers: undefined,
            ...(name === 'event' && endless),
          } as unknown as Params[string]['kind'],
          required: true,
          sentence: { en: `The ID ${of.en}.`, fr: `L’ID ${of.fr}.` },
        },
      }
    : {
        slug: {
          kind: { ...slugKind(), accepts: { type: 'string', minLength: 1 }, clears: [] },
          required: true,
          sentence: { en: `The slug ${of.en}.`, fr: `Le slug ${of.fr}.` },
        },
      }

/** The password of an event, on its routes by id and slug (X4). */
const passwordParam: Params = {
  password: {
    kind: {
      ...secret(),
      clears: [],
      check: input =>
        typeof input === 'string' && input !== '' ? { value: input } : flaw(notAPassword),
    },
    sentence: {
      en: 'The password that opens a protected event.',
      fr: 'Le mot de passe qui ouvre un évènement protégé.',
    },
  },
}

function collection(kind: KindName, settings: { perPage: number }): Route {
  const room: Resource = resources[kind]
  const filters = { ...room.filters, ...languageParam }
  const listed = {
    ...filters,
    per_page: { ...filters.per_page, default: settings.perPage },
  } as Params
  return {
    segments: [room.path],
    endpoints: [
      {
        methods: ['GET'],
        verb: 'list',
        kind,
        summary: sentences.list(room),
        params: withPassword(kind, listed),
      },
      {
        methods: ['POST'],
        verb: 'create',
        kind,
        summary: sentences.create(room),
        params: { ...writeParams(room, 'create'), ...languageParam },
      },
    ],
  }
}

/** A password in the query opens protected events in lists too. */
const withPassword = (kind: KindName, params: Params): Params =>
  kind === 'event'
    ? { ...params, password: { ...passwordParam.password, addition: true } as Params[string] }
    : params

/** Deletes a record permanently; what only the documentation lists, since the index is that of the reference. */
const forceParam: Params = {
  force: {
    kind: flag({ loose: true }),
    addition: true,
    unlisted: true,
    sentence: {
      en: 'Delete the record permanently instead of moving it to the trash; previous in the response is the record as it was.',
      fr: 'Supprimer définitivement la fiche au lieu de la mettre à la corbeille ; previous, dans la réponse, est la fiche telle qu’elle était.',
    },
  },
}

function item(kind: KindName, by: 'id' | 'slug'): Route {
  const room: Resource = resources[kind]
  const path = pathParam(by, room)
  const password: Params = kind === 'event' ? passwordParam : {}
  const read = { ...path, ...password, ...languageParam }
  const change = { ...writeParams(room, 'change'), ...languageParam }
  const changed = { ...change, ...(by === 'id' || kind !== 'event' ? path : {}) }
  const endpoints: Endpoint[] = [
    {
      methods: ['GET'],
      verb: 'read',
      kind,
      by,
      params: read,
      summary: sentences.read(room, bySlug(by)),
    },
    {
      methods: ['DELETE'],
      verb: 'remove',
      kind,
      by,
      params: room.family === 'post' ? { ...read, ...forceParam } : read,
      summary: sentences.remove(room, bySlug(by)),
    },
    {
      methods: writes,
      verb: 'change',
      kind,
      by,
      params: changed,
      summary: sentences.change(room, bySlug(by)),
    },
  ]
  const [first, removal, writing] = endpoints as [Endpoint, Endpoint, Endpoint]
  return {
    segments: by === 'id' ? [room.path, digits] : [room.path, 'by-slug', anything],
    // Terms are registered in another order.
    endpoints: room.family === 'term' ? [first, writing, removal] : [first, removal, writing],
  }
}

const title = { kind: line(), sentence: resources.image.fields.title, addition: true }
const alt = { kind: line(), sentence: resources.image.fields.alt, addition: true }

/** Stored pictures: an addition (behaviour 4.10). */
function images(settings: { perPage: number }): Route[] {
  const room: Resource = resources.image
  const [list] = collection('image', settings).endpoints as [Endpoint]
  const path = pathParam('id', room)
  const address = {
    kind: url(),
    addition: true,
    sentence: {
      en: 'A URL to copy the image from, instead of a file.',
      fr: 'Une URL d’où copier l’image, à la place d’un fichier.',
    },
  }
  const force = {
    kind: flag({ loose: true }),
    addition: true,
    sentence: {
      en: 'Delete the image even while records show it.',
      fr: 'Supprimer l’image même si des fiches la montrent.',
    },
  }
  return [
    {
      segments: [room.path],
      endpoints: [
        list,
        {
          methods: ['POST'],
          verb: 'create',
          kind: 'image',
          summary: sentences.create(room),
          params: { url: address, title, alt, ...languageParam },
        },
      ],
    },
    {
      segments: [room.path, digits],
      endpoints: [
        {
          methods: ['GET'],
          verb: 'read',
          kind: 'image',
          by: 'id',
          params: { ...path, ...languageParam },
          summary: sentences.read(room),
        },
        {
          methods: ['DELETE'],
          verb: 'remove',
          kind: 'image',
          by: 'id',
          summary: deleted(room),
          params: { ...path, force, ...languageParam },
        },
      ],
    },
  ]
}

const plain = (fallback: unknown, en: string, fr: string) => ({
  kind: untyped(),
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
              kind: untyped(),
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
