import type { JsonSchema } from '../../define/field-type.ts'

export type Properties = Record<string, JsonSchema>

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
export const address = (description: string): JsonSchema => text(description, { format: 'uri' })
export const whole = (description: string, minimum = 0): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
})
export const listOf = (items: JsonSchema, description: string, more: JsonSchema = {}) => ({
  type: 'array',
  description,
  items,
  ...more,
})

/** `YYYY-MM-DD HH:MM:SS`. */
export const dateTime = (description: string): JsonSchema =>
  text(description, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' })

/** An object whose every key we know; all of them are always there but the optional ones. */
export const exact = (
  description: string,
  properties: Properties,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})
