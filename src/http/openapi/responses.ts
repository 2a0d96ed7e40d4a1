import type { JsonSchema } from '../../define/field-type.ts'
import type { Resource } from '../../define/resource.ts'
import { address, exact, listOf, type Properties, ref, text, whole } from '../../define/schema.ts'
import { isPost, postNames, type ResourceName, resources } from '../../resources/index.ts'
import type { Endpoint } from '../routes.ts'
import { type Context, capital, schemaName as schemaNameOf } from './context.ts'
import {
  documentExample,
  envelopeExample,
  indexExample,
  listExample,
  recordExample,
  routeExample,
} from './examples.ts'
import { headers, onKept, onKnown, onList } from './headers.ts'

export const kinds = Object.keys(resources) as ResourceName[]

const schemaName = (kind: ResourceName) => schemaNameOf(resources[kind])

/** Those that move to the trash, and are deleted for good by `force`. */
const isErasable = (kind: ResourceName | undefined) => kind !== undefined && isPost(kind)
const deletedName = (kind: ResourceName) => `Deleted${capital(kind)}`

/** Envelopes, and what is no record. */
export const answerSchemas = (c: Context): Properties => ({
  ...Object.fromEntries(kinds.map(kind => [`${schemaName(kind)}List`, listSchema(c, kind)])),
  ...Object.fromEntries(postNames.map(kind => [deletedName(kind), deletedSchema(c, kind)])),
  ...indexSchemas(c),
  Document: {
    type: 'object',
    description: c.tell('An OpenAPI document.', 'Un document OpenAPI.'),
    properties: {
      openapi: text(c.tell('The version of OpenAPI.', 'La version d’OpenAPI.')),
      info: { type: 'object' },
      servers: { type: 'array', minItems: 1, items: { type: 'object' } },
      paths: { type: 'object' },
      components: { type: 'object' },
    },
    required: ['openapi', 'info', 'servers', 'paths'],
  },
  Envelope: {
    ...exact(
      c.tell('What _envelope wraps a response in.', 'Ce dont _envelope entoure une réponse.'),
      {
        body: { description: c.tell('The body of the response.', 'Le corps de la réponse.') },
        status: whole(c.tell('Its HTTP status.', 'Son statut HTTP.'), 100),
        headers: {
          type: 'object',
          description: c.tell('Its own headers.', 'Ses propres en-têtes.'),
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
    ),
    examples: [envelopeExample(c)],
  },
})

const deletedSchema = ({ tell }: Context, kind: ResourceName) =>
  exact(tell('A record deleted permanently.', 'Une fiche supprimée définitivement.'), {
    deleted: {
      type: 'boolean',
      const: true,
      description: tell('Always true.', 'Toujours vrai.'),
    },
    previous: {
      allOf: [ref(schemaName(kind))],
      description: tell('The record as it was.', 'La fiche telle qu’elle était.'),
    },
  })

function listSchema({ tell }: Context, kind: ResourceName): JsonSchema {
  const resource: Resource = resources[kind]
  return exact(
    tell('A page of a list.', 'Une page d’une liste.'),
    {
      [resource.path]: listOf(
        ref(schemaName(kind)),
        tell('The records of this page.', 'Les fiches de cette page.'),
      ),
      rest_url: text(
        tell(
          'The URL of this page with the date range that was used.',
          'L’URL de cette page avec la période utilisée.',
        ),
      ),
      next_rest_url: address(
        tell('The next page, when there is one.', 'La page suivante, s’il y en a une.'),
      ),
      previous_rest_url: address(
        tell('The page before, when there is one.', 'La page précédente, s’il y en a une.'),
      ),
      total: whole(tell('The total number of records.', 'Le nombre total de fiches.')),
      total_pages: whole(tell('The number of pages.', 'Le nombre de pages.')),
    },
    ['next_rest_url', 'previous_rest_url'],
  )
}

function indexSchemas({ tell }: Context): Properties {
  const link = listOf(
    exact(tell('A link.', 'Un lien.'), { href: address(tell('Its URL.', 'Son URL.')) }),
    tell('Links.', 'Des liens.'),
    { minItems: 1 },
  )
  const methods = listOf({ type: 'string' }, tell('The methods.', 'Les méthodes.'))
  const namespace = text(tell('The namespace.', 'L’espace de noms.'))
  return {
    Index: exact(tell('The routes of a namespace.', 'Les routes d’un espace de noms.'), {
      namespace,
      routes: {
        type: 'object',
        description: tell('Routes by their pattern.', 'Les routes, par leur motif.'),
        additionalProperties: ref('RouteDescription'),
      },
      _links: exact(tell('Links.', 'Des liens.'), { up: link }),
    }),
    RouteDescription: exact(
      tell('A route.', 'Une route.'),
      {
        namespace,
        methods,
        endpoints: listOf(
          exact(tell('Methods that do the same.', 'Des méthodes qui font la même chose.'), {
            methods,
            args: {
              description: tell(
                'Parameters by name; an empty list when there are none.',
                'Les paramètres par leur nom ; une liste vide s’il n’y en a pas.',
              ),
              oneOf: [
                { type: 'object', additionalProperties: ref('Argument') },
                { type: 'array', maxItems: 0, items: {} },
              ],
            },
          }),
          tell('What it does.', 'Ce qu’elle fait.'),
        ),
        _links: exact(tell('Links.', 'Des liens.'), { self: link }),
      },
      ['_links'],
    ),
    Argument: exact(
      tell('A parameter of a route.', 'Un paramètre d’une route.'),
      {
        default: { description: tell('Its default.', 'Sa valeur par défaut.') },
        description: text(tell('What it is for.', 'À quoi il sert.')),
        type: text(tell('Its type.', 'Son type.')),
        items: { type: 'object', description: tell('Its members.', 'Ses membres.') },
        enum: listOf({ type: 'string' }, tell('Its choices.', 'Ses valeurs possibles.')),
        format: text(tell('Its format.', 'Son format.')),
        required: {
          type: 'boolean',
          description: tell('Whether it must be sent.', 'Indique s’il est obligatoire.'),
        },
      },
      ['default', 'type', 'items', 'enum', 'format'],
    ),
  }
}

const answered = (
  description: string,
  schema: string,
  value: unknown,
  names: readonly string[],
) => ({
  description,
  headers: headers(names),
  content: { 'application/json': { schema: ref(schema), example: value } },
})

/** Answers of success, by name. */
export function answerComponents(c: Context) {
  const { tell } = c
  return {
    Index: answered(tell('The routes.', 'Les routes.'), 'Index', indexExample(c), onKnown),
    Document: answered(
      tell('The documentation.', 'La documentation.'),
      'Document',
      documentExample(c),
      [...onKnown, ...onKept],
    ),
    RouteDescription: answered(
      tell('What this route does.', 'Ce que fait cette route.'),
      'RouteDescription',
      routeExample(c),
      onKnown,
    ),
    Unchanged: unchanged(c, []),
    UnchangedList: unchanged(c, onList),
    ...Object.fromEntries(kinds.flatMap(kind => recordAnswers(c, kind))),
  }
}

const unchanged = ({ tell }: Context, names: readonly string[]) => ({
  description: tell(
    'Nothing has changed since; there is no body.',
    'Rien n’a changé depuis ; il n’y a pas de corps.',
  ),
  headers: headers([...names, ...onKnown, ...onKept]),
})

function recordAnswers(c: Context, kind: ResourceName): [string, object][] {
  const { tell } = c
  const name = schemaName(kind)
  const isPlaced = !isPost(kind)
  const written = recordExample(c, kind)
  const created = answered(tell('The new record.', 'La nouvelle fiche.'), name, written, [
    ...onKnown,
    'ETag',
    ...(isPlaced ? ['Location'] : []),
  ])
  return [
    [
      `${name}List`,
      answered(
        tell('A page of the list.', 'Une page de la liste.'),
        `${name}List`,
        listExample(c, kind),
        [...onList, ...onKnown, ...onKept],
      ),
    ],
    [
      `${name}Read`,
      answered(tell('The record.', 'La fiche.'), name, recordExample(c, kind, true), [
        ...onKnown,
        ...onKept,
      ]),
    ],
    [`${name}Created`, created],
    ...(isErasable(kind) ? [removedAnswer(c, kind)] : []),
    [
      `${name}Written`,
      answered(
        tell(
          'The record after the change, or as it was before its permanent deletion.',
          'La fiche après le changement, ou telle qu’elle était avant sa suppression définitive.',
        ),
        name,
        written,
        [...onKnown, 'ETag'],
      ),
    ],
  ]
}

function removedAnswer(c: Context, kind: ResourceName): [string, object] {
  const name = schemaName(kind)
  const removed = answered(
    c.tell(
      'The record in the trash; with `force=true`, the record as it was before its permanent deletion.',
      'La fiche mise à la corbeille ; avec `force=true`, la fiche telle qu’elle était avant sa suppression définitive.',
    ),
    name,
    recordExample(c, kind),
    [...onKnown, 'ETag'],
  )
  const { example } = removed.content['application/json']
  const schema = { anyOf: [ref(name), ref(deletedName(kind))] }
  return [`${name}Removed`, { ...removed, content: { 'application/json': { schema, example } } }]
}

const response = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** The answers of an operation when all goes well. */
export function successes({ verb, kind }: Pick<Endpoint, 'verb' | 'kind'>) {
  if (verb === 'index') return { 200: response('Index') }
  if (verb === 'doc') return { 200: response('Document'), 304: response('Unchanged') }
  const name = schemaName(kind as ResourceName)
  if (verb === 'create') return { 201: response(`${name}Created`) }
  if (verb === 'list') return { 200: response(`${name}List`), 304: response('UnchangedList') }
  if (verb === 'read') return { 200: response(`${name}Read`), 304: response('Unchanged') }
  if (verb === 'remove' && isErasable(kind)) return { 200: response(`${name}Removed`) }
  return { 200: response(`${name}Written`) }
}
