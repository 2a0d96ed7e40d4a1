import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { isDated } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import { address, exact, integer, listOf, type Properties, ref, text } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { deletedName, schemaName as schemaNameOf } from '../../operations/index.ts'
import {
  facetsSchema,
  isPost,
  postNames,
  type ResourceName,
  resourceNames,
  resources,
} from '../../resources/index.ts'
import type { ApiContext } from './context.ts'
import * as examples from './examples.ts'
import {
  headers,
  onCached,
  onEvents,
  onEvery,
  onList,
  onMatched,
  onWritten,
  replayed,
} from './headers.ts'
import { isDescription, type Placed } from './placed.ts'

const schemaName = (kind: ResourceName) => schemaNameOf(resources[kind])

/** Envelopes, and what is no record. */
export const answerSchemas = (c: ApiContext): Properties => ({
  ...Object.fromEntries(
    resourceNames.map(kind => [`${schemaName(kind)}List`, listSchema(resources[kind])]),
  ),
  ...Object.fromEntries(postNames.map(kind => [deletedName(kind), deletedSchema(kind)])),
  ...indexSchemas,
  Document: {
    type: 'object',
    description: { en: 'An OpenAPI document.', fr: 'Un document OpenAPI.' },
    properties: {
      openapi: text({ en: 'The version of OpenAPI.', fr: 'La version d’OpenAPI.' }),
      info: { type: 'object' },
      servers: { type: 'array', minItems: 1, items: { type: 'object' } },
      paths: { type: 'object' },
      components: { type: 'object' },
    },
    required: ['openapi', 'info', 'servers', 'paths'],
  },
  Envelope: {
    ...exact(
      {
        en: 'The envelope of a response, with _envelope.',
        fr: 'L’enveloppe d’une réponse, avec _envelope.',
      },
      {
        body: { description: { en: 'The body of the response.', fr: 'Le corps de la réponse.' } },
        status: integer({ en: 'Its HTTP status.', fr: 'Son statut HTTP.' }, 100),
        headers: {
          type: 'object',
          description: { en: 'Its own headers.', fr: 'Ses propres en-têtes.' },
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
    ),
    examples: [examples.envelopeExample(c)],
  },
})

const deletedSchema = (kind: ResourceName) =>
  exact(
    { en: 'A record deleted permanently.', fr: 'Une fiche supprimée définitivement.' },
    {
      deleted: {
        type: 'boolean',
        const: true,
        description: { en: 'Always true.', fr: 'Toujours vrai.' },
      },
      previous: {
        allOf: [ref(schemaName(kind))],
        description: { en: 'The record as it was.', fr: 'La fiche telle qu’elle était.' },
      },
    },
  )

const listSchema = (resource: Resource): JsonSchema =>
  exact(
    { en: 'A page of a list.', fr: 'Une page d’une liste.' },
    {
      [resource.path]: listOf(ref(schemaNameOf(resource)), {
        en: 'The records of this page.',
        fr: 'Les fiches de cette page.',
      }),
      rest_url: text({
        en: 'The URL of this page with the date range that was used.',
        fr: 'L’URL de cette page avec la période utilisée.',
      }),
      next_rest_url: address({
        en: 'The next page, when there is one.',
        fr: 'La page suivante, s’il y en a une.',
      }),
      previous_rest_url: address({
        en: 'The page before, when there is one.',
        fr: 'La page précédente, s’il y en a une.',
      }),
      total: integer({ en: 'The total number of records.', fr: 'Le nombre total de fiches.' }),
      total_pages: integer({ en: 'The number of pages.', fr: 'Le nombre de pages.' }),
      ...(resource.filters.cursor && {
        next_cursor: text({
          en: 'With cursor: the cursor of the next page, when there is one.',
          fr: 'Avec cursor : le curseur de la page suivante, s’il y en a une.',
        }),
      }),
      ...(resource.filters.facets && { facets: facetsSchema }),
    },
    ['next_rest_url', 'previous_rest_url', 'next_cursor', 'facets'],
  )

const link = listOf(
  exact({ en: 'A link.', fr: 'Un lien.' }, { href: address({ en: 'Its URL.', fr: 'Son URL.' }) }),
  { en: 'Links.', fr: 'Des liens.' },
  { minItems: 1 },
)
const methods = listOf({ type: 'string' }, { en: 'The methods.', fr: 'Les méthodes.' })
const namespace = text({ en: 'The namespace.', fr: 'L’espace de noms.' })
const indexSchemas: Properties = {
  Index: exact(
    { en: 'The routes of a namespace.', fr: 'Les routes d’un espace de noms.' },
    {
      namespace,
      routes: {
        type: 'object',
        description: { en: 'Routes by their pattern.', fr: 'Les routes, par leur motif.' },
        additionalProperties: ref('RouteDescription'),
      },
      _links: exact({ en: 'Links.', fr: 'Des liens.' }, { up: link }),
    },
  ),
  RouteDescription: exact(
    { en: 'A route.', fr: 'Une route.' },
    {
      namespace,
      methods,
      endpoints: listOf(
        exact(
          { en: 'Methods that do the same.', fr: 'Des méthodes qui font la même chose.' },
          {
            methods,
            args: {
              description: {
                en: 'Parameters by name; an empty list when there are none.',
                fr: 'Les paramètres par leur nom ; une liste vide s’il n’y en a pas.',
              },
              oneOf: [
                { type: 'object', additionalProperties: ref('Argument') },
                { type: 'array', maxItems: 0, items: {} },
              ],
            },
          },
        ),
        { en: 'Its description.', fr: 'Sa description.' },
      ),
      _links: exact({ en: 'Links.', fr: 'Des liens.' }, { self: link }),
    },
    ['_links'],
  ),
  Argument: exact(
    { en: 'A parameter of a route.', fr: 'Un paramètre d’une route.' },
    {
      default: { description: { en: 'Its default.', fr: 'Sa valeur par défaut.' } },
      description: text({ en: 'Its purpose.', fr: 'Son rôle.' }),
      type: text({ en: 'Its type.', fr: 'Son type.' }),
      items: { type: 'object', description: { en: 'Its members.', fr: 'Ses membres.' } },
      enum: listOf({ type: 'string' }, { en: 'Its choices.', fr: 'Ses valeurs possibles.' }),
      format: text({ en: 'Its format.', fr: 'Son format.' }),
      required: {
        type: 'boolean',
        description: { en: 'Whether it must be sent.', fr: 'Indique s’il est obligatoire.' },
      },
    },
    ['default', 'type', 'items', 'enum', 'format'],
  ),
}

const answered = (
  description: Sentence,
  schema: string,
  example: unknown,
  names: readonly string[],
) => ({
  description,
  headers: headers(names),
  content: { 'application/json': { schema: ref(schema), example } },
})

/** Responses of success, by name. */
export const answerComponents = (c: ApiContext) => ({
  Index: answered(
    { en: 'The routes.', fr: 'Les routes.' },
    'Index',
    examples.indexExample(c),
    onMatched,
  ),
  Document: answered(
    { en: 'The documentation.', fr: 'La documentation.' },
    'Document',
    examples.documentExample(c),
    [...onMatched, ...onCached],
  ),
  RouteDescription: answered(
    { en: 'The description of this route.', fr: 'La description de cette route.' },
    'RouteDescription',
    examples.routeExample(c),
    onMatched,
  ),
  Unchanged: unchanged([]),
  UnchangedList: unchanged(onEvents),
  ...Object.fromEntries(resourceNames.flatMap(kind => recordAnswers(c, kind))),
})

const unchanged = (names: readonly string[]) => ({
  description: {
    en: 'Nothing has changed since; there is no body.',
    fr: 'Rien n’a changé depuis ; il n’y a pas de corps.',
  },
  headers: headers([...names, ...onMatched, ...onCached]),
})

/** The other form of a list, without pages. */
const asLines = {
  'application/x-ndjson': {
    schema: text({
      en: 'The whole list, a record as JSON in each line.',
      fr: 'Toute la liste, une fiche en JSON par ligne.',
    }),
  },
}

/** The responses of the operations on one resource. */
function recordAnswers(c: ApiContext, kind: ResourceName): [string, object][] {
  const name = schemaName(kind)
  const written = examples.recordExample(c, kind)
  const list = answered(
    { en: 'A page of the list.', fr: 'Une page de la liste.' },
    `${name}List`,
    examples.listExample(c, kind),
    [...(isDated(kind) ? onEvents : onList), ...onMatched, ...onCached],
  )
  const read = answered(
    { en: 'The record.', fr: 'La fiche.' },
    name,
    examples.recordExample(c, kind, true),
    [...onMatched, ...onCached],
  )
  const created = answered({ en: 'The new record.', fr: 'La nouvelle fiche.' }, name, written, [
    ...onMatched,
    ...onWritten,
    ...(isPost(kind) ? [] : ['Location']),
  ])
  const changed = answered(
    {
      en: 'The record after the change, or as it was before its permanent deletion.',
      fr: 'La fiche après le changement, ou telle qu’elle était avant sa suppression définitive.',
    },
    name,
    written,
    [...onMatched, ...onWritten],
  )
  return [
    [`${name}List`, { ...list, content: { ...list.content, ...asLines } }],
    ...(isDated(kind) ? ([['OccurrenceList', list]] satisfies [string, object][]) : []),
    [`${name}Read`, read],
    [`${name}Created`, created],
    [`${name}Written`, changed],
    ...(isPost(kind) ? [removedAnswer(kind, written)] : []),
  ]
}

function removedAnswer(kind: ResourceName, example: unknown): [string, object] {
  const name = schemaName(kind)
  const description = {
    en: 'The record in the trash; with `force=true`, the record as it was before its permanent deletion.',
    fr: 'La fiche mise à la corbeille ; avec `force=true`, la fiche telle qu’elle était avant sa suppression définitive.',
  }
  const schema = { anyOf: [ref(name), ref(deletedName(kind))] }
  return [
    `${name}Removed`,
    {
      description,
      headers: headers([...onMatched, ...onWritten]),
      content: { 'application/json': { schema, example } },
    },
  ]
}

const response = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** Responses of operations of the API itself that others share, or that have headers of their own. */
const ofApi: Record<string, string> = {
  readIndex: 'Index',
  readDocumentation: 'Document',
  listOccurrences: 'OccurrenceList',
}

/** The response of an operation that stands by itself, under its name. */
const nameOf = ({ name }: Placed) => ofApi[name] ?? capital(name)

/** The responses of operations that stand by themselves. */
export const ownAnswers = (all: readonly Placed[]) =>
  Object.fromEntries(
    all
      .filter(placed => !placed.verb && !placed.mayCreate && !isDescription(placed))
      .filter(({ name }) => !(name in ofApi))
      .map(placed => [
        nameOf(placed),
        {
          description: placed.summary,
          headers: headers(
            placed.under === 'admin'
              ? onEvery
              : placed.takesKey
                ? [...onMatched, replayed]
                : onMatched,
          ),
          content: {
            'application/json': { schema: placed.returns },
            ...(placed.streams && { 'text/event-stream': { schema: { type: 'string' } } }),
          },
        },
      ]),
  )

/** The responses of an operation when all goes well. */
export function successes(placed: Placed) {
  const { verb, kind, hasTag, status = 200 } = placed
  if (isDescription(placed)) return { 200: response('RouteDescription') }
  if (kind && placed.mayCreate)
    return {
      200: response(recordAnswer(kind, 'change')),
      201: response(recordAnswer(kind, 'create')),
    }
  const name = verb ? recordAnswer(kind, verb) : nameOf(placed)
  const unchanged = hasTag && {
    304: response(name.endsWith('List') ? 'UnchangedList' : 'Unchanged'),
  }
  return { [status]: response(name), ...unchanged }
}

const words = { list: 'List', read: 'Read', create: 'Created', change: 'Written' }
const recordAnswer = (kind: ResourceName, verb: NonNullable<Placed['verb']>) =>
  schemaName(kind) + (verb === 'remove' ? (isPost(kind) ? 'Removed' : 'Written') : words[verb])
