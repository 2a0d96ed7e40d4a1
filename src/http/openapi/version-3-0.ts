import { isObject } from '../../define/base/objects.ts'

type Node = Record<string, unknown>

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]))

/** An OpenAPI 3.1 document as 3.0, for older tools: nothing of it is lost but what 3.0 cannot say. */
export const older = (document: Node): Node => ({ ...outside(document), openapi: '3.0.4' })

/** Everything around schemas stays, but for the schemas in it; examples are not looked into. */
const outside = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, part(name, inner)]))

function part(name: string, inner: unknown): unknown {
  if (name === 'schema') return schema(inner)
  if (name === 'example' || name === 'examples') return inner
  if (Array.isArray(inner)) return inner.map(each => part('', each))
  if (!isObject(inner)) return inner
  return name === 'schemas' ? mapped(inner, schema) : outside(inner)
}

const isNull = (schema: unknown) => isObject(schema) && schema.type === 'null'

/** One schema: null becomes an attribute, const an enum of one value, and a reference has no siblings. */
function schema(given: unknown): unknown {
  if (!isObject(given)) return given
  const { $ref, ...beside } = given
  if ($ref !== undefined)
    return Object.keys(beside).length > 0 ? { allOf: [{ $ref }], ...beside } : { $ref }
  const { anyOf, ...others } = given
  if (Array.isArray(anyOf) && anyOf.some(isNull)) return nullable(anyOf, others)
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

const within = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'properties' && isObject(value)) return [name, mapped(value, schema)]
      if (name === 'items' || name === 'additionalProperties') return [name, schema(value)]
      const isChoice = name === 'anyOf' || name === 'oneOf' || name === 'allOf'
      return [name, isChoice && Array.isArray(value) ? value.map(schema) : value]
    }),
  )

/**
 * A choice with null among its forms: the attribute is a sibling of a type, as in 3.0. Of a reference, which here is always
 * to an object, the type is named again.
 */
function nullable(anyOf: readonly unknown[], rest: Node): Node {
  const forms = anyOf
    .filter(form => !isNull(form))
    .map(schema)
    .filter(isObject)
  const [only] = forms
  if (!only || forms.length > 1) {
    const typed = forms.findIndex(form => 'type' in form)
    const one = (form: Node, at: number) => (at === typed ? { ...form, nullable: true } : form)
    return { ...within(rest), anyOf: forms.map(one) }
  }
  return '$ref' in only
    ? { type: 'object', nullable: true, allOf: [only], ...within(rest) }
    : { ...only, nullable: true, ...within(rest) }
}
