import fc from 'fast-check'
import { segmentsOf } from '../../src/operations/api/paths.ts'
import type { Endpoint, Route } from '../../src/operations/index.ts'
import { type ResourceName, resources } from '../../src/resources/table.ts'
import type { Filled, SentRequest } from './filled.ts'
import { asQuery, bodyFor, encode, type Named } from './request-bodies.ts'
import { strangeHeader } from './request-headers.ts'
import { date, digit, strangeName, text, value, zone } from './wild.ts'

/** For tests: requests of every form, for any endpoint. */

const context = { now: 1_784_000_000, zone: 'America/Montreal' }

/** Ids and links that exist, for parameters that name other records. */
function existing(name: string, { ids }: Filled): fc.Arbitrary<unknown> | undefined {
  const kind =
    {
      categories: 'category',
      tags: 'tag',
      parent: 'category',
      post_parent: 'event',
      post: 'event',
      author: 'user',
    }[name] ?? name
  const expected =
    kind === 'user'
      ? [1, 2]
      : ids[(name === 'include' || name === 'exclude' ? 'tag' : kind) as ResourceName]
  if (!expected || expected.length === 0) return undefined
  const one = fc.constantFrom(...expected)
  const drafted = fc.oneof(text, fc.constant('Drafted')).chain(named =>
    fc.constantFrom({ [kind]: named }, [{ [kind]: named, description: '<p>x' }, expected[0]], {
      id: String(expected[0]),
    }),
  )
  const many = fc.oneof(
    fc.array(one, { minLength: 1, maxLength: 3 }),
    fc.array(one, { minLength: 1 }).map(list => list.join(',')),
  )
  return /^(venue|organizer)$/.test(name)
    ? fc.oneof(one, many, drafted)
    : /s$|clude$/.test(name)
      ? fc.oneof(one, many, text)
      : one.map(id => (id % 2 ? id : String(id)))
}

/** Values that pass the checks of their type, so that requests come far. */
function sound(name: string, endpoint: Endpoint, filled: Filled): fc.Arbitrary<unknown> {
  const kind = endpoint.params[name]?.type
  const passes = (of: unknown) => !kind || 'value' in kind.check(of, context)
  const results =
    endpoint.verb !== 'list' && name === endpoint.kind ? undefined : existing(name, filled)
  const own = fc.constant(kind?.sample)
  if (results) return results
  if (name === 'image' || name === 'url') return own.map(() => filled.ids.image[0])
  const fitting = /date|^starts_|^ends_/.test(name)
    ? date
    : name === 'timezone'
      ? zone
      : fc.oneof(text, digit, fc.boolean(), value)
  return fc.oneof(
    { weight: 1, arbitrary: own },
    { weight: 5, arbitrary: fitting.map(of => (passes(of) ? of : kind?.sample)) },
  )
}

/** Parameters for an endpoint: those that it requires mostly there, some others, and some that nobody declared. */
export function parameters(endpoint: Endpoint, filled: Filled): fc.Arbitrary<Named[]> {
  const names = Object.keys(endpoint.params).filter(name => endpoint.by !== name)
  const required = names.filter(name => endpoint.params[name]?.required)
  const good = (name: string) => sound(name, endpoint, filled).map((it): Named => [name, it])
  const bad = (name: string) => value.map((it): Named => [name, it])
  const anyOf = (one: (name: string) => fc.Arbitrary<Named>, max: number) =>
    names.length > 0
      ? fc.array(fc.constantFrom(...names).chain(one), { maxLength: max })
      : fc.constant<Named[]>([])
  const usual = (name: string): Named => [
    name,
    name.endsWith('date') ? '2026-09-01' : `Some ${name}`,
  ]
  const requiredPairs = fc.tuple(
    ...required.map(name => fc.oneof(fc.constant(usual(name)), good(name))),
  )
  const strange = fc.tuple(fc.oneof(strangeName, text), value).map(it => [it as Named])
  const nothing = fc.constant<Named[]>([])
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(requiredPairs, anyOf(good, 6), nothing) },
      { weight: 3, arbitrary: fc.tuple(requiredPairs, anyOf(good, 3), anyOf(bad, 2)) },
      { weight: 1, arbitrary: fc.tuple(nothing, anyOf(bad, 4), strange) },
      { weight: 1, arbitrary: fc.tuple(requiredPairs, nothing, strange) },
    )
    .map(parts => parts.flat())
}

/** Mostly an administrator, sometimes others, sometimes nobody. */
export const credentials = fc.constantFrom<('administrator' | 'contributor' | undefined)[]>(
  ...([
    'administrator',
    'administrator',
    'administrator',
    'administrator',
    'contributor',
    undefined,
  ] as const),
)

const bases = fc.constantFrom('', '/en', '/fr')

/** Where a record is: one that exists, or nothing of the kind. */
const at = fc.oneof(
  { weight: 8, arbitrary: fc.nat(40) },
  { weight: 1, arbitrary: digit },
  { weight: 1, arbitrary: text },
)

function pathOf(
  { path }: Route,
  kind: ResourceName | undefined,
  where: number | string,
  { ids }: Filled,
): string {
  return segmentsOf(path)
    .map(segment => {
      if (!segment.startsWith(':')) return `/${segment}`
      const own = kind ? ids[kind] : []
      const exists = typeof where === 'number' && own.length > 0
      if (segment === ':id')
        return `/${exists ? own[where % own.length] : /^\d+$/.test(String(where)) ? where : '0'}`
      return `/${exists ? ['fair-1', 'foire-2', 'hall-1', 'amis-3', 'salle-2', 'friends-1'][where % 6] : encode(String(where).slice(0, 2000)) || 'x'}`
    })
    .join('')
}

/** A request for one endpoint, and how it was made, for the report of a failure. */
export function requestFor(
  filled: Filled,
  route: Route,
  endpoint: Endpoint,
): fc.Arbitrary<SentRequest> {
  const reads = endpoint.methods.includes('GET')
  return parameters(endpoint, filled).chain(params =>
    fc
      .record({
        method: fc.constantFrom(...endpoint.methods),
        base: bases,
        where: at,
        who: credentials,
        body: reads ? fc.constant(undefined) : bodyFor(params),
        inQuery: fc.boolean(),
        headers: fc.oneof(
          { weight: 4, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(strangeHeader, { maxLength: 3 }) },
        ),
      })
      .map(({ method, base, where, who, body, inQuery, headers }) => ({
        method,
        path: `${base}${filled.root}${pathOf(route, endpoint.kind, where, filled)}${reads || !body ? asQuery(params) : inQuery ? '?ml_language=fr' : ''}`,
        headers: {
          ...(who && { Authorization: filled[who] }),
          ...(body && { 'Content-Type': body.type }),
          ...Object.fromEntries(headers),
        },
        ...(body && { body: body.body }),
      })),
  )
}

/** The kind of record that a path is about. */
export const kindAt = (path: string, root: string) => {
  const after = path.slice(path.indexOf(root) + root.length)
  return (Object.keys(resources) as ResourceName[]).find(kind =>
    new RegExp(`^/${resources[kind].path}(/|\\?|$)`).test(after),
  )
}
