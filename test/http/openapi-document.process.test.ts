import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApi } from '../../src/http/openapi/openapi.ts'
import { templateOf } from '../../src/operations/api/paths.ts'
import { routesOf } from '../../src/operations/index.ts'
import {
  type DocumentName,
  documentsOf,
  type Json,
  languages,
  type Operation,
  operationsOf,
  parametersOf,
  resolved,
  versions,
} from '../support/openapi-document.ts'
import { lint } from '../support/openapi-lint.ts'
import type { Service } from '../support/service.ts'
import { settingsFor, startService } from '../support/service.ts'

let service: Service
let documents: Record<DocumentName, Json>
let operations: Map<string, Operation>

before(async () => {
  service = await startService()
  documents = await documentsOf(service)
  operations = new Map(operationsOf(documents['en-3.1']).map(each => [each.key, each]))
})
after(() => service.close())

test('a linter finds nothing to say of the document, in either version', async () => {
  const { 'en-3.1': latest, 'en-3.0': earlier } = documents
  assert.deepEqual(await lint({ latest, earlier }), [])
})

test('both languages have the same document, but for its words and examples', () => {
  for (const version of versions)
    assert.deepEqual(formOf(documents[`fr-${version}`]), formOf(documents[`en-${version}`]))
})

test('the document describes the base URL of its request, in the requested version', () => {
  for (const language of languages) {
    assert.equal(documents[`${language}-3.1`].servers[0].url, `${service.root[language]}/`)
    assert.match(documents[`${language}-3.1`].openapi, /^3\.1\./)
    assert.match(documents[`${language}-3.0`].openapi, /^3\.0\./)
  }
})

test('it has the schemas that clients of the reference look for', () => {
  const names = Object.keys(documents['en-3.1'].components.schemas)
  const wanted = [
    'CostDetails',
    'DateDetails',
    'Event',
    'Image',
    'ImageSize',
    'Organizer',
    'Term',
    'Venue',
  ]
  assert.deepEqual(
    wanted.filter(name => !names.includes(name)),
    [],
  )
})

for (const language of languages)
  test(`it describes every route, method and parameter of the index, in the same words (${language})`, async () => {
    const document = documents[`${language}-3.1`]
    const { body: index } = await service.send('GET', service.root[language])
    const documented = new Map(operationsOf(document).map(each => [each.key, each]))
    const keys = ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    const listed = Object.entries<Json>(index.routes).flatMap(([pattern, { methods }]) =>
      [...methods, 'OPTIONS'].map(method => `${method} ${pathOf(pattern, index.namespace)}`),
    )
    const byMethod = (a: string, b: string) =>
      keys.indexOf(a.split(' ')[0]!) - keys.indexOf(b.split(' ')[0]!) || (a < b ? -1 : 1)
    // the index is that of The Events Calendar: pages of the site are not in it
    const ofSite = [...documented.keys()].filter(key => /^[A-Z]+ \/pages(\/|$)/.test(key))
    assert.ok(ofSite.includes('PATCH /pages/{id}'))
    assert.deepEqual(
      [...documented.keys()].filter(key => !ofSite.includes(key)).sort(byMethod),
      listed.sort(byMethod),
    )
    for (const [pattern, { endpoints }] of Object.entries<Json>(index.routes))
      for (const { methods, args } of endpoints)
        for (const method of methods) {
          const operation = documented.get(`${method} ${pathOf(pattern, index.namespace)}`)!
          const inBody = bodyProperties(document, operation.of)
          const parameters = parametersOf(document, operation)
          for (const [name, { description }] of Object.entries<Json>(args)) {
            const results = inBody[name]?.description ?? parameters.get(name)?.description
            assert.ok(results?.startsWith(description), `${operation.key}: ${name} (${results})`)
          }
        }
  })

test('every parameter of the routes is described, also those that the index leaves out', () => {
  const document = documents['en-3.1']
  const routes = routesOf(service.settings)
  for (const { path, endpoints } of routes)
    for (const { methods, params } of endpoints)
      for (const method of methods) {
        const operation = operations.get(`${method} ${templateOf(path)}`)!
        const names = [
          ...parametersOf(document, operation).keys(),
          ...Object.keys(bodyProperties(document, operation.of)),
        ]
        assert.deepEqual(
          Object.keys(params).filter(name => !names.includes(name)),
          [],
          operation.key,
        )
      }
})

test('both languages and both versions describe the same operations', () => {
  const shape = (document: Json) =>
    operationsOf(document).map(({ key, of }) => [
      key,
      of.operationId,
      Object.keys(of.responses),
      of.security,
    ])
  for (const name of ['fr-3.1', 'en-3.0', 'fr-3.0'] as const)
    assert.deepEqual(shape(documents[name]), shape(documents['en-3.1']), name)
})

test('the French document is French, the English one English', () => {
  const english = sentencesOf(documents['en-3.1'])
  const french = sentencesOf(documents['fr-3.1'])
  assert.deepEqual([...english.keys()], [...french.keys()])
  const same = [...french]
    .filter(([at, words]) => words === english.get(at))
    .map(([, words]) => words)
  assert.deepEqual(new Set(same), new Set(['Almanac', 'Images', 'Pages']))
  for (const [at, words] of french)
    assert.doesNotMatch(
      words.replace('The Events Calendar', ''),
      /\b(the|with|when|which|this|and)\b/i,
      at,
    )
  for (const [at, words] of english)
    assert.doesNotMatch(words, /\b(le|les|une|des|est|pas|dans)\b/i, at)
})

test('it is made once, and kept', () => {
  const settings = settingsFor('.')
  const routes = routesOf(settings)
  const request = {
    language: 'en',
    root: 'https://calendar.test/cal/events/v1',
    version: '3.1',
    settings,
  } as const
  assert.equal(openApi(routes, request), openApi(routes, { ...request }))
  assert.notEqual(openApi(routes, request), openApi(routes, { ...request, version: '3.0' }))
})

test('a disabled geolocation is described as such', () => {
  const settings = { ...settingsFor('.'), geolocation: false }
  const document: Json = openApi(routesOf(settings), {
    language: 'fr',
    root: 'https://calendar.test/cal/events/v1',
    version: '3.1',
    settings,
  })
  const geoloc = document.paths['/events'].get.parameters.find(
    (each: Json) => each.name === 'geoloc',
  )
  assert.match(geoloc.description, /désactivée ici/)
})

/** `/cal/events/v1/events/(?P<id>\d+)` → `/events/{id}`. */
const pathOf = (pattern: string, namespace: string) =>
  pattern.slice(namespace.length + 1).replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}') || '/'

const bodyProperties = (document: Json, { requestBody }: Json): Json => {
  const schema = resolved(document, requestBody)?.content['application/json'].schema
  return resolved(document, schema)?.properties ?? {}
}

/** Every sentence of a document by where it is; examples are of records, not words about them. */
function sentencesOf(node: Json, at = '', results = new Map<string, string>()) {
  for (const [key, value] of Object.entries<Json>(node)) {
    const isWords =
      /^(description|summary|title|message)$/.test(key) ||
      (key === 'name' && at.startsWith('/tags/'))
    if (typeof value === 'string' && isWords) results.set(`${at}/${key}`, value)
    if (typeof value === 'object' && value !== null && key !== 'example')
      sentencesOf(value, `${at}/${key}`, results)
  }
  return results
}

/** A document without its words, the names of its tags, examples and addresses. */
function formOf(node: Json): Json {
  if (typeof node === 'string') return node.replace('/fr/', '/en/')
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(formOf)
  const isOther = (name: string, value: unknown) =>
    /^examples?$/.test(name) ||
    (name === 'tags' && Array.isArray(value)) ||
    (/^(description|summary|title|message)$/.test(name) && typeof value === 'string')
  return Object.fromEntries(
    Object.entries<Json>(node).flatMap(([name, value]) =>
      isOther(name, value) ? [] : [[name, formOf(value)]],
    ),
  )
}
