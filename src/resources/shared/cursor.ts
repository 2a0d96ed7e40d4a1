import { notACursor } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'

/** The cursor of a first read, which begins at the beginning. */
export const firstCursor = 'start'

export const cursor = (): FieldType<string, string, string> => ({
  index: { type: 'string' },
  accepts: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,500}$' },
  returns: { type: 'string' },
  clears: [],
  check: input =>
    typeof input === 'string' && /^[\w-]{1,500}$/.test(input)
      ? value(input)
      : fieldError(notACursor),
  sample: firstCursor,
})
