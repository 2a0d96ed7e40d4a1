import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { openApi } from '../../src/http/openapi/openapi.ts'
import { routesOf } from '../../src/operations/index.ts'
import {
  type Json,
  languages,
  operationsOf,
  resolved,
  versions,
} from '../support/openapi-document.ts'
import { settingsFor } from '../support/service.ts'

// The constructs that break generators of clients. `npm run openapi:tools` runs the generators themselves.

const documents = languages.flatMap(language =>
  versions.map(version => {
    const settings = settingsFor('.')
    const root = 'https://calendar.test/cal/events/v1'
    const document: Json = openApi(routesOf(settings), { language, root, version, settings })
    return { name: `${language} ${version}`, version, document }
  }),
)

/** Every object of a document with where it is; examples are records, not words of the document. */
function* nodesOf(node: Json, at = ''): Generator<{ at: string; node: Json }> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield { at, node }
  for (const [name, value] of Object.entries<Json>(node)) {
    const isExample = name === 'example' || (name === 'examples' && !at.endsWith('components'))
    if (!isExample) yield* nodesOf(value, `${at}/${name}`)
  }
}

for (const { name, version, document } of documents)
  describe(`the document is one that generators read (${name})`, () => {
    let nodes: { at: string; node: Json }[]
    before(() => {
      nodes = [...nodesOf(document)]
    })

    test('components have short names that are identifiers', () => {
      const names = Object.values<Json>(document.components).flatMap(of => Object.keys(of))
      assert.ok(names.length > 50)
      for (const each of names) assert.match(each, /^[A-Za-z][A-Za-z0-9]{0,39}$/)
      for (const [kind, of] of Object.entries<Json>(document.components)) {
        const lower = Object.keys(of).map(each => each.toLowerCase())
        assert.equal(new Set(lower).size, lower.length, `${kind}: no two differ by case alone`)
      }
    })

    test('operations have ids that are identifiers, each its own', () => {
      const ids = operationsOf(document).map(({ of }) => of.operationId)
      for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*$/)
      assert.equal(new Set(ids).size, ids.length)
    })

    test('every reference leads somewhere, and every component is used', () => {
      const used = new Set<string>()
      for (const { at, node } of nodes) {
        if (typeof node.$ref !== 'string') continue
        assert.ok(resolved(document, node), `${at}: ${node.$ref}`)
        used.add(node.$ref)
      }
      const apart = ['securitySchemes', 'examples']
      const unused = Object.entries<Json>(document.components).flatMap(([kind, of]) =>
        (apart.includes(kind) ? [] : Object.keys(of))
          .map(each => `#/components/${kind}/${each}`)
          .filter(each => !used.has(each)),
      )
      // what `_envelope` makes of any response; no response refers to it
      assert.deepEqual(unused, ['#/components/schemas/Envelope'])
    })

    test('null is never one of the choices of an enum, nor alone in a list of types', () => {
      for (const { at, node } of nodes) {
        if (Array.isArray(node.enum)) assert.ok(!node.enum.includes(null), at)
        if (Array.isArray(node.type))
          assert.ok(node.type.length === 2 && node.type[1] === 'null', at)
      }
    })

    test('a reference has no siblings, and null is written as the version requires', () => {
      for (const { at, node } of nodes) {
        if (version === '3.1') assert.ok(!('nullable' in node), at)
        else {
          if ('$ref' in node) assert.deepEqual(Object.keys(node), ['$ref'], at)
          assert.ok(!Array.isArray(node.type) && node.type !== 'null', at)
          if (node.nullable) assert.ok(node.type, `${at}: a type beside nullable`)
          assert.ok(!('const' in node) && !('contentMediaType' in node), at)
        }
      }
    })

    test('no list of required properties is empty: the JSON Schema of 3.0 allows none', () => {
      for (const { at, node } of nodes)
        if (Array.isArray(node.required)) assert.notEqual(node.required.length, 0, at)
    })

    test('parameters that turn a request into another are described in the text only', () => {
      const parameters = nodes.filter(({ node }) => 'in' in node && 'name' in node && node.schema)
      assert.ok(parameters.length > 50)
      const names = parameters.map(({ node }) => node.name)
      for (const each of ['_envelope', '_method', 'X-HTTP-Method-Override']) {
        assert.ok(!names.includes(each), each)
        assert.match(document.info.description, new RegExp(each))
      }
    })

    test('every parameter has an example, and every body too', () => {
      for (const { at, node } of nodes)
        if ('in' in node && 'name' in node && node.schema)
          assert.notEqual(node.example, undefined, at)
      for (const [each, { content }] of Object.entries<Json>(document.components.requestBodies))
        assert.ok(content['application/json'].example, each)
    })

    test('it has the version of the program, and a contact', () => {
      const { version: own } = JSON.parse(
        readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
      )
      assert.equal(document.info.version, own)
      assert.deepEqual(document.info.contact, {
        name: 'calendar.test',
        url: 'https://calendar.test',
      })
      assert.equal(document.servers[0].url, 'https://calendar.test/cal/events/v1/')
    })
  })
