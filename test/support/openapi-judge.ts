import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Reply, Service } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked freely
export type Json = any

export const versions = ['3.1', '3.0'] as const
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type DocumentName = `${Language}-${(typeof versions)[number]}`

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const

/** `GET /events/{id}`, with what the document says of it. */
export type Operation = { key: string; method: string; path: string; of: Json }

/** The four documents of a service, as it answers them. */
export async function documentsOf(service: Service): Promise<Record<DocumentName, Json>> {
  const documents: Record<string, Json> = {}
  for (const language of languages)
    for (const version of versions) {
      const reply = await service.send('GET', `${service.root[language]}/doc?version=${version}`)
      assert.equal(reply.status, 200)
      documents[`${language}-${version}`] = reply.body
    }
  return documents as Record<DocumentName, Json>
}

export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods.flatMap(name => {
      const method = name.toUpperCase()
      return item[name] ? [{ key: `${method} ${path}`, method, path, of: item[name] }] : []
    }),
  )

/** What a reference leads to. */
export const resolved = (document: Json, node: Json): Json =>
  typeof node?.$ref === 'string'
    ? pointed(node.$ref).reduce((at, step) => at[step], document)
    : node

const pointed = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Parameters of an operation by name, those of its path too. */
export function parametersOf(document: Json, { path, of }: Operation): Map<string, Json> {
  const all = [...(document.paths[path].parameters ?? []), ...of.parameters]
  return new Map(all.map(each => resolved(document, each)).map(each => [each.name, each]))
}

/** Codes that a response may carry; `''` where it tells of no problem. */
export function codesOf(document: Json, response: Json): string[] {
  const examples = resolved(document, response).content?.['application/json']?.examples
  return examples ? Object.keys(examples).map(name => name.replace(/\.\d+$/, '')) : ['']
}

/** Headers that say how a message travels, not what it says; and those for pages of other origins. */
const transport =
  /^(date|connection|keep-alive|content-length|content-type|content-encoding|vary|expires|x-robots-tag|x-content-type-options|access-control-.*)$/

/**
 * A document of 3.0 as generators of clients read it: `nullable` is null beside whatever else is said, choices of words and
 * references too. A validator alone would refuse null there, but a null among the choices stops most generators.
 */
function asRead(node: Json): Json {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(asRead)
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries<Json>(node).map(([name, value]) => [name, asRead(value)]),
  )
  return nullable === true
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, ...(nullable && { nullable }) }
}

/** Holds real answers against the documents, and remembers which of them were seen. */
export function openJudge(documents: Record<string, Json>) {
  const document = documents['en-3.1']
  const operations = new Map(operationsOf(document).map(each => [each.key, each]))
  const seen = new Set<string>()
  const validators = new Map<string, ValidateFunction>()
  const engines = Object.fromEntries(
    Object.entries(documents).map(([name, each]) => {
      const options = { strict: false, allErrors: true, validateFormats: true }
      const engine = name.endsWith('3.1') ? new Ajv2020(options) : new Ajv(options)
      formats.default(engine as Ajv)
      engine.addFormat('binary', true)
      return [
        name,
        engine.addSchema(name.endsWith('3.1') ? each : asRead(each), name, undefined, false),
      ]
    }),
  )

  /** Fails unless a value is as the schema at a pointer says, in every language and version. */
  function fits(pointer: string, value: unknown, what: string) {
    for (const [name, engine] of Object.entries(engines)) {
      const at = `${name}${pointer}`
      const validate = validators.get(at) ?? engine.compile({ $ref: at })
      validators.set(at, validate)
      if (validate(value)) continue
      const fieldErrors = validate.errors
        ?.slice(0, 5)
        .map(
          ({ instancePath, message, params }) =>
            `${instancePath} ${message} ${JSON.stringify(params)}`,
        )
      assert.fail(
        `${what} is not as ${at} says:\n${fieldErrors?.join('\n')}\n${JSON.stringify(value)?.slice(0, 600)}`,
      )
    }
  }

  const schemaAt = (ref: string) =>
    `${ref.replaceAll('{', '%7B').replaceAll('}', '%7D')}/content/application~1json/schema`

  function headersFit(response: Json, reply: Reply, what: string) {
    const told: Record<string, Json> = response.headers ?? {}
    for (const [name, reference] of Object.entries(told)) {
      const header = resolved(document, reference)
      const value = reply.headers[name.toLowerCase()]
      if (value === undefined) assert.ok(!header.required, `${what}: header ${name} is missing`)
      else fits(`${reference.$ref}/schema`, value, `${what}: header ${name}`)
    }
    const names = new Set(Object.keys(told).map(name => name.toLowerCase()))
    const unknown = Object.keys(reply.headers).filter(
      name => !names.has(name) && !transport.test(name),
    )
    assert.deepEqual(unknown, [], `${what}: headers that the document does not tell of`)
  }

  /** Fails unless the response to an operation is one that the document tells of. */
  function judge(key: string, reply: Reply, asked: string) {
    const operation = operations.get(key)
    assert.ok(operation, `${key} is not in the document`)
    const what = `${asked}: ${reply.status} of ${key}`
    const reference = operation.of.responses[reply.status]
    assert.ok(reference, `${what} is not in the document: ${reply.text.slice(0, 300)}`)
    const response = resolved(document, reference)
    headersFit(response, reply, what)
    if (!response.content) assert.equal(reply.text, '', what)
    else fits(schemaAt(reference.$ref), reply.body, what)
    const code = reply.status >= 400 ? reply.body.code : ''
    seen.add(`${key} ${reply.status} ${code}`.trim())
    return reply
  }

  /** Every status of every operation, with its codes. */
  const documented = () =>
    [...operations.values()].flatMap(({ key, of }) =>
      Object.entries<Json>(of.responses).flatMap(([status, response]) =>
        codesOf(document, response).map(code => `${key} ${status} ${code}`.trim()),
      ),
    )

  return { documents, document, operations, seen, fits, judge, documented }
}

export type Judge = ReturnType<typeof openJudge>
