import { isObject } from '../../define/base/objects.ts'
import { nested, notAPoint, notPerCent, required } from '../../define/field-errors.ts'
import { type FieldError, type FieldType, fieldError, value } from '../../define/field-type.ts'
import type { Cell, StoredRecord } from '../../define/record.ts'

/** A point of an image, in per cent of its width and height, from the left and from the top. */
export type Focus = { x: number; y: number }

const perCent = { type: 'number', minimum: 0, maximum: 100 }
const point = { type: 'object', properties: { x: perCent, y: perCent }, required: ['x', 'y'] }

/** The point that stays in view when an image is cropped. Forms and queries send it as text: `30,70`. */
export const focusType: FieldType<Partial<Focus> | string | null, Focus | null, Focus> = {
  index: { type: 'object' },
  accepts: { anyOf: [point, { type: 'string' }, { type: 'null' }] },
  returns: { ...point, additionalProperties: false },
  column: 'text',
  clears: [null, '', 'list'],
  unknown: input =>
    Object.keys(isObject(input) ? input : {})
      .filter(name => name !== 'x' && name !== 'y')
      .map(path => ({ path, names: ['x', 'y'] })),
  check(input) {
    const sent = typeof input === 'string' ? pointIn(input) : input
    if (!isObject(sent)) return fieldError(notAPoint)
    const [x, y] = [shareOf(sent.x), shareOf(sent.y)]
    const wrong = [...errorOf('x', sent.x, x), ...errorOf('y', sent.y, y)]
    if (x === undefined || y === undefined) return fieldError(nested(wrong))
    return value({ x, y })
  },
  store: ({ x, y }) => `${x},${y}`,
  show: stored => focusIn(stored) ?? null,
  sample: { x: 30, y: 70 },
}

function pointIn(text: string): { x: string | undefined; y: string | undefined } | undefined {
  const parts = text.split(',')
  return parts.length === 2 ? { x: parts[0], y: parts[1] } : undefined
}

const maxNumber = 40

/** To a tenth: finer than anyone sees. */
function shareOf(sent: unknown): number | undefined {
  const isText = typeof sent === 'string' && sent.trim() !== '' && sent.length <= maxNumber
  const number = typeof sent === 'number' || isText ? Number(sent) : Number.NaN
  return number >= 0 && number <= 100 ? Math.round(number * 10) / 10 : undefined
}

const errorOf = (
  path: string,
  sent: unknown,
  share: number | undefined,
): [path: string, fieldError: FieldError][] =>
  share === undefined ? [[path, sent == null ? required : notPerCent]] : []

/** The focus of an image, where it is set; undefined: the middle. */
export const focusOf = ({ facts }: Pick<StoredRecord, 'facts'>): Focus | undefined =>
  focusIn(facts.focus ?? null)

function focusIn(stored: Cell): Focus | undefined {
  if (typeof stored !== 'string') return undefined
  const [x = 50, y = 50] = stored.split(',').map(Number)
  return { x, y }
}
