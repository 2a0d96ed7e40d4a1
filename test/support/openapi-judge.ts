import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { codesOf, type Json, operationsOf, resolved } from './openapi-document.ts'
import { linksIn, openLinkJudge } from './openapi-links.ts'
import type { Reply } from './service.ts'

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
  // 3.0 marks the minimum as exclusive; later drafts replace the minimum
  if (rest.exclusiveMinimum === true) {
    rest.exclusiveMinimum = rest.minimum
    delete rest.minimum
  }
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
      // most schemas judge a few values: to make their code takes longer than to run it
      const options = {
        strict: false,
        validateFormats: true,
        inlineRefs: false,
        code: { optimize: false },
      }
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
    const headers: Record<string, Json> = response.headers ?? {}
    for (const [name, reference] of Object.entries(headers)) {
      const header = resolved(document, reference)
      const value = reply.headers[name.toLowerCase()]
      if (value === undefined) assert.ok(!header.required, `${what}: header ${name} is missing`)
      else fits(`${reference.$ref}/schema`, value, `${what}: header ${name}`)
    }
    const names = new Set(Object.keys(headers).map(name => name.toLowerCase()))
    const unknown = Object.keys(reply.headers).filter(
      name => !names.has(name) && !transport.test(name),
    )
    assert.deepEqual(unknown, [], `${what}: headers that the document does not tell of`)
  }

  const judgeLink = openLinkJudge(document, fits)

  /** Fails unless the response to an operation, with all its links, is one that the document describes. */
  function judge(key: string, reply: Reply, request: string) {
    const operation = operations.get(key)
    assert.ok(operation, `${key} is not in the document`)
    const what = `${request}: ${reply.status} of ${key}`
    const reference = operation.of.responses[reply.status]
    assert.ok(reference, `${what} is not in the document: ${reply.text.slice(0, 300)}`)
    const response = resolved(document, reference)
    headersFit(response, reply, what)
    if (!response.content) assert.equal(reply.text, '', what)
    else fits(schemaAt(reference.$ref), reply.body, what)
    for (const link of linksIn(reply)) judgeLink(link)
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
