type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]))

/** An OpenAPI 3.1 document as 3.0, for older tools: nothing of it is lost but what 3.0 cannot say. */
export function older(document: Node): Node {
  const { components } = document as { components: { schemas: Node } }
  return {
    ...(outside(document) as Node),
    openapi: '3.0.4',
    components: {
      ...(outside(components) as Node),
      schemas: mapped(components.schemas, schema),
    },
  }
}

/** Everything around schemas stays, but for the schemas in it; examples are not looked into. */
function outside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outside)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'schema') return [name, schema(inner)]
      return [name, name === 'example' || name === 'examples' ? inner : outside(inner)]
    }),
  )
}

const numeric = ['minimum', 'maximum', 'exclusiveMinimum']
const textual = ['minLength', 'maxLength', 'pattern', 'format']
const listed = ['items', 'minItems', 'maxItems']
const object = ['properties', 'required', 'additionalProperties', 'minProperties']
const belonging: Record<string, readonly string[]> = {
  integer: numeric,
  number: numeric,
  string: textual,
  array: listed,
  object,
}
const bound = Object.values(belonging).flat()

/** One schema: lists of types become choices, null an attribute, const an enum of one. */
function schema(given: unknown): unknown {
  if (!isNode(given)) return given
  const { $ref, ...beside } = given
  if ($ref !== undefined)
    return Object.keys(beside).length > 0 ? { allOf: [{ $ref }], ...beside } : { $ref }
  if (Array.isArray(given.type)) return choice(given as Node & { type: string[] })
  const { const: only, contentMediaType, exclusiveMinimum, examples, ...rest } = given
  return {
    ...('const' in given && { type: typeof only, enum: [only] }),
    ...within(rest),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(contentMediaType !== undefined && { format: 'binary' }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
  }
}

function within(node: Node): Node {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'properties') return [name, mapped(value as Node, schema)]
      if (name === 'items' || name === 'additionalProperties') return [name, schema(value)]
      if (name === 'anyOf' || name === 'oneOf' || name === 'allOf')
        return [name, (value as unknown[]).map(each => schema(nullOf(each)))]
      return [name, value]
    }),
  )
}

/** A choice of nothing but null: an object that is never anything else. */
const nullOf = (given: unknown): unknown =>
  isNode(given) && given.type === 'null' ? { type: ['object', 'null'], enum: [null] } : given

/** `type: [integer, string, null]`: one choice for each type, with the limits that belong to it. */
function choice({ type, ...rest }: Node & { type: string[] }): unknown {
  const types = type.filter(each => each !== 'null')
  const nullable = type.includes('null') && { nullable: true }
  if (types.length === 1) return { type: types[0], ...nullable, ...(schema(rest) as Node) }
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !bound.includes(name)))
  return {
    ...shared,
    anyOf: types.map(each => {
      const own = Object.entries(rest).filter(([name]) => belonging[each]?.includes(name))
      return { type: each, ...nullable, ...(schema(Object.fromEntries(own)) as Node) }
    }),
  }
}
