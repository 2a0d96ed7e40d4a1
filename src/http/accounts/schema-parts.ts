import type { JsonSchema, Sentence } from '../../define/field-type.ts'
import { text } from '../../define/schema.ts'

export const flag = (description: Sentence): JsonSchema => ({ type: 'boolean', description })
export const time = (description: Sentence): JsonSchema =>
  text(description, { format: 'date-time' })
export const timeOrNull = (description: Sentence): JsonSchema => ({
  ...{ type: ['string', 'null'], format: 'date-time', description },
})
export const textOrNull = (description: Sentence): JsonSchema => ({
  ...{ type: ['string', 'null'], description },
})
export const numberOrNull = (description: Sentence): JsonSchema => ({
  ...{ type: ['integer', 'null'], description },
})
export const word = (words: readonly string[], description: Sentence) =>
  text(description, { enum: words })
