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

const isNull = (schema: unknown) => isNode(schema) && schema.type === 'null'

/** One schema: null becomes an attribute, const an enum of one, and nothing stands beside a reference. */
function schema(given: unknown): unknown {
  if (!isNode(given)) return given
  const { $ref, ...beside } = given
  if ($ref !== undefined)
    return Object.keys(beside).length > 0 ? { allOf: [{ $ref }], ...beside } : { $ref }
  if (Array.isArray(given.anyOf) && given.anyOf.some(isNull)) return nullable(given)
  const { const: only, type, contentMediaType, exclusiveMinimum, examples, ...rest } = given
  const [one, ...more] = [type].flat()
  return {
    ...(one !== undefined && { type: one }),
    ...(more.includes('null') && { nullable: true }),
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
        return [name, (value as unknown[]).map(schema)]
      return [name, value]
    }),
  )
}

/**
 * A choice with null among its forms: the attribute stands beside a type, as 3.0 has it. Of a reference, which here is always
 * to an object, the type is named again.
 */
function nullable({ anyOf, ...rest }: Node): unknown {
  const forms = (anyOf as unknown[]).filter(form => !isNull(form)).map(schema) as Node[]
  const [only] = forms as [Node]
  if (forms.length > 1) {
    const typed = forms.findIndex(form => 'type' in form)
    const one = (form: Node, at: number) => (at === typed ? { ...form, nullable: true } : form)
    return { ...within(rest), anyOf: forms.map(one) }
  }
  return '$ref' in only
    ? { type: 'object', nullable: true, allOf: [only], ...within(rest) }
    : { ...only, nullable: true, ...within(rest) }
}
