import assert from 'node:assert/strict'
import { type Json, type Operation, operationsOf, parametersOf } from './openapi-document.ts'
import type { Reply } from './service.ts'

const apiPath = /^(?:\/(?:en|fr))?\/cal\/events\/v1(\/.*)?$/

/** Every URL below the API root in a body and in the header `Link`. */
export function linksIn({ body, headers }: Pick<Reply, 'body' | 'headers'>): Set<string> {
  const faults = new Set<string>()
  const walk = (node: Json) => {
    if (typeof node === 'string' && isOfTheApi(node)) faults.add(node)
    else if (typeof node === 'object' && node !== null) Object.values(node).forEach(walk)
  }
  walk(body)
  for (const [, url = ''] of String(headers.link ?? '').matchAll(/<([^>]+)>/g))
    if (isOfTheApi(url)) faults.add(url)
  return faults
}

const isOfTheApi = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) && apiPath.test(new URL(text).pathname)

type Fits = (pointer: string, value: unknown, what: string) => void

/** Holds links against the document as a validating client does: the path is documented, and each value fits its parameter. */
export function openLinkJudge(document: Json, fits: Fits) {
  const reads = operationsOf(document)
    .filter(({ method }) => method === 'GET')
    .map(operation => ({ operation, pattern: patternOf(operation) }))
  const seen = new Set<string>()

  return (url: string) => {
    if (seen.has(url)) return
    seen.add(url)
    const { pathname, search } = new URL(url)
    const path = decodeURI(apiPath.exec(pathname)?.[1] ?? '/')
    const read = reads.find(({ pattern }) => pattern.test(path))
    assert.ok(read, `${url}: the document has no such path`)
    const { operation, pattern } = read
    const places = pattern.exec(path)?.groups ?? {}
    const parameters = parametersOf(document, operation)
    for (const [written, value] of [...Object.entries(places), ...new URLSearchParams(search)]) {
      // a member of an object, in the style deepObject
      const [, object, member = ''] = /^(\w+)\[(\w+)\]$/.exec(written) ?? []
      const name = object ?? written
      const parameter = parameters.get(name)
      assert.ok(parameter, `${url}: the document has no parameter ${name}`)
      assert.equal(parameter.style === 'deepObject', object !== undefined, `${url}: ${written}`)
      const key = `${operation.path} ${written} ${value}`
      if (seen.has(key)) continue
      seen.add(key)
      fits(
        pointerTo(document, operation, name),
        object ? { [member]: value } : sentAs(parameter.schema, value),
        `${url}: ${name}`,
      )
    }
  }
}

/** Of the paths of an operation, with a group for each of their values. */
const patternOf = ({ path }: Operation) =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`)

function pointerTo(document: Json, { path, of }: Operation, name: string): string {
  const at = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const lists: [string, Json[]][] = [
    [`#/paths/${at}/parameters`, document.paths[path].parameters ?? []],
    [`#/paths/${at}/get/parameters`, of.parameters],
  ]
  for (const [pointer, list] of lists)
    for (const [index, each] of list.entries()) {
      const ref = String(each.$ref ?? '')
      const results = ref ? document.components.parameters[ref.split('/').at(-1) ?? ''] : each
      if (results.name === name) return `${ref || `${pointer}/${index}`}/schema`
    }
  return assert.fail(`${name} of ${path} stands nowhere`)
}

/** A text of a URL as the type that a client reads it as. */
function sentAs({ type, items, anyOf }: Json, value: string): unknown {
  if (type === 'array') return value.split(',').map(each => sentAs(items, each))
  const types = [type, ...(anyOf ?? []).map((form: Json) => form.type)]
  if (/^-?\d+(\.\d+)?$/.test(value) && types.some(each => each === 'integer' || each === 'number'))
    return Number(value)
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  return value
}
