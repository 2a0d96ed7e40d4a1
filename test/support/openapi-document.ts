import assert from 'node:assert/strict'
import type { Service } from './service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked freely
export type Json = any

export const versions = ['3.1', '3.0'] as const
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type DocumentName<Of extends Language = Language> = `${Of}-${(typeof versions)[number]}`

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const

/** `GET /events/{id}`, with what the document says of it. */
export type Operation = { key: string; method: string; path: string; of: Json }

/** The documents of a service, as it answers them: in each version and language. */
export async function documentsOf<Of extends Language = Language>(
  service: Service,
  of: readonly Of[] = languages as readonly Language[] as readonly Of[],
): Promise<Record<DocumentName<Of>, Json>> {
  const documents: Record<string, Json> = {}
  for (const language of of)
    for (const version of versions) {
      const reply = await service.send('GET', `${service.root[language]}/doc?version=${version}`)
      assert.equal(reply.status, 200)
      documents[`${language}-${version}`] = reply.body
    }
  return documents as Record<DocumentName<Of>, Json>
}

export const operationsOf = (document: Json): Operation[] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods.flatMap(name => {
      const method = name.toUpperCase()
      return item[name] ? [{ key: `${method} ${path}`, method, path, of: item[name] }] : []
    }),
  )

/** The target of a reference. */
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
