import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type DocumentName,
  documentsOf,
  type Json,
  operationsOf,
  parametersOf,
  resolved,
} from '../support/openapi-document.ts'
import { type Service, startService } from '../support/service.ts'
import { type Argument, computed, specified } from '../support/specification.ts'

let service: Service
let documents: Record<DocumentName, Json>
before(async () => {
  service = await startService()
  documents = await documentsOf(service)
})
after(() => service?.close())

const pathOf = (pattern: string, namespace: string) =>
  pattern.slice(namespace.length + 1).replace(/\(\?P<(\w+)>[^)]*\)/, '{$1}') || '/'

/** Every argument that the specification names, one after another. */
const each = Object.entries(specified).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([names, args]) =>
    Object.entries(args).map(([name, argument]) => ({ path, names, name, argument })),
  ),
)

/** The argument as the index writes it. */
function listed({ items, default: fallback, required, ...rest }: Argument, presented: Json) {
  if (fallback === computed)
    assert.match(presented.default, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'a moment stands for it')
  return {
    ...rest,
    ...(items && { items: { type: items } }),
    ...(fallback !== undefined && {
      default: fallback === computed ? presented.default : fallback,
    }),
    required: required ?? false,
  }
}

for (const language of ['en', 'fr'] as const)
  test(`the index says of every argument what the specification says (${language})`, async () => {
    const { body: index } = await service.send('GET', service.root[language])
    const routes = new Map(
      Object.entries<Json>(index.routes).map(([pattern, route]) => [
        pathOf(pattern, index.namespace),
        route,
      ]),
    )
    for (const { path, names, name, argument } of each) {
      const endpoint = routes
        .get(path)
        .endpoints.find(({ methods }: Json) => methods.join(', ') === names)
      assert.ok(endpoint, `${names} ${path}`)
      const { description, ...presented } =
        endpoint.args[name] ?? assert.fail(`${path} has ${name}`)
      assert.ok(description.length > 0)
      assert.deepEqual(presented, listed(argument, presented), `${names} ${path}: ${name}`)
    }
  })

/** The first form of a schema: where a value may take several, that of the specification comes first. */
function first(schema: Json): Json {
  const inner = schema.anyOf ?? schema.oneOf ?? schema.allOf
  const { type, ...rest } = inner ? { ...schema, ...first(inner[0]) } : schema
  return { ...rest, type: [type].flat()[0] }
}

function agrees(document: Json, given: Json, argument: Argument, what: string, isUpdate: boolean) {
  const schema = first(resolved(document, given))
  if (argument.type) assert.equal(schema.type, argument.type, `${what}: type`)
  if (argument.format) assert.equal(schema.format, argument.format, `${what}: format`)
  if (argument.items) assert.equal(first(schema.items).type, argument.items, `${what}: items`)
  if (argument.enum) assert.deepEqual(schema.enum, argument.enum, `${what}: choices`)
  const { default: fallback } = argument
  // null is what a field is without a value; a moment is not the same tomorrow
  if (fallback === undefined || fallback === computed || fallback === null) return
  // an update has no default: a field that is not sent stays as it is (U1)
  if (isUpdate) return assert.ok(!('default' in schema), `${what}: no default`)
  const asBoolean = argument.type === 'boolean' ? argument.default === '1' : argument.default
  assert.equal(schema.default, asBoolean, `${what}: default`)
}

for (const name of ['en-3.1', 'fr-3.1', 'en-3.0', 'fr-3.0'] as const)
  test(`the documentation says of every argument what the specification says (${name})`, () => {
    const document = documents[name]
    const operations = new Map(operationsOf(document).map(each => [each.key, each]))
    for (const { path, names, name, argument } of each)
      for (const method of names.split(', ')) {
        const key = `${method} ${path}`
        const operation = operations.get(key) ?? assert.fail(`${key} is documented`)
        const parameter = parametersOf(document, operation).get(name)
        const body = resolved(document, operation.of.requestBody)?.content['application/json']
        const draft = body && resolved(document, body.schema)
        const isBody = draft?.properties[name]
        const schema = isBody ? draft.properties[name] : parameter?.schema
        assert.ok(schema, `${key} has ${name}`)
        agrees(document, schema, argument, `${key}: ${name}`, isBody && names !== 'POST')
        const isRequired = isBody ? draft.required?.includes(name) : parameter.required
        assert.equal(isRequired ?? false, argument.required ?? false, `${key}: ${name} required`)
      }
  })

test('a default that the index shows may be sent', async () => {
  const { body: index } = await service.send('GET', '')
  for (const [pattern, route] of Object.entries<Json>(index.routes))
    for (const { methods, args } of route.endpoints) {
      if (!/\/(events|venues|organizers|categories|tags)$/.test(pattern)) continue
      const isNew = methods.includes('POST')
      const defaults = Object.entries<Json>(args).flatMap(([name, arg]) =>
        'default' in arg && !arg.required ? [[name, arg.default]] : [],
      )
      const sound = {
        title: 'A',
        venue: 'B',
        organizer: 'C',
        name: `D ${pattern}`,
        start_date: '2030-01-01',
        end_date: '2030-01-02',
      }
      const needed = Object.fromEntries(
        Object.entries(sound).filter(([name]) => args[name]?.required),
      )
      const sent = { ...Object.fromEntries(defaults), ...needed }
      const reply = await service.send(methods[0], pathOf(pattern, index.namespace), {
        as: 'administrator',
        ...(isNew ? { body: sent } : { query: sent }),
      })
      assert.equal(reply.status, isNew ? 201 : 200, `${methods} ${pattern}: ${reply.text}`)
    }
})

test('null for a field that cannot be emptied has the same effect as not sending it', async () => {
  const as = 'administrator'
  const created = await service.send('POST', '/events', {
    as,
    body: {
      title: 'Fair',
      start_date: '2030-01-01',
      end_date: '2030-01-02',
      author: null,
      slug: null,
    },
  })
  assert.equal(created.status, 201)
  assert.equal(created.body.slug, 'fair')
  assert.equal(created.body.author, String(service.users.administrator))
  const changed = await service.send('PATCH', `/events/${created.body.id}`, {
    as,
    body: { author: null, slug: null, cost: '5' },
  })
  assert.equal(changed.status, 200)
  assert.equal(changed.body.slug, 'fair')
})
