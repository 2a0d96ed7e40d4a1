import type { CheckContext, FieldType } from '../../define/field-type.ts'
import { mimeOfFile } from '../../define/image-path.ts'
import { isObject } from '../../define/objects.ts'
import type { Cell } from '../../define/record.ts'
import { daySeconds, firstWall, lastWall } from '../../define/time/clock.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import { isFile } from '../../resources/index.ts'

const isInteger = (of: unknown): of is number => Number.isSafeInteger(of)

/** A wall time or an instant of the years 1 to 9999; instants are up to a day away from these. */
export const isTime = (of: unknown): boolean =>
  isInteger(of) && of >= firstWall - daySeconds && of <= lastWall + daySeconds

/** Seconds by which a time may have moved. */
export const isStep = (of: unknown): boolean =>
  isInteger(of) && Math.abs(of) <= lastWall - firstWall

const isPositive = (of: unknown) => isInteger(of) && of > 0
const isCount = (of: unknown) => isInteger(of) && of >= 0

const inJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const isTable = (text: unknown) => {
  const value = inJson(text)
  return typeof value === 'object' && value !== null
}

function isRecurrence(text: unknown): boolean {
  const lines = inJson(text)
  if (!Array.isArray(lines) || !lines.every(line => typeof line === 'string')) return false
  const read = readRecurrence(lines, 'UTC')
  return 'value' in read && read.value !== undefined && read.value !== null
}

const isImageFile = (of: unknown) => typeof of === 'string' && mimeOfFile(of) !== undefined

function isSizes(text: unknown): boolean {
  const sizes = inJson(text)
  return isObject(sizes) && Object.values(sizes).every(isSize)
}
const isSize = (of: unknown) =>
  isObject(of) &&
  isImageFile(of.file) &&
  [of.width, of.height, of.filesize].every(isPositive) &&
  typeof of.mime === 'string'

/** A name without a folder. */
const isOriginal = (of: unknown) => typeof of === 'string' && of.length <= 300 && !/[/\\]/.test(of)

const times = [
  'starts',
  'ends',
  'utc_starts',
  'utc_ends',
  'postponed_from',
  'split_at',
  'date',
  'date_utc',
  'modified',
  'changed',
  'created',
]

/** The checks of facts that no caller writes by their own name, or that are stored in another form. */
const checks: Record<string, (cell: unknown) => boolean> = {
  ...Object.fromEntries(times.map(name => [name, isTime])),
  recurrence: isRecurrence,
  returned: isTable,
  submission: isTable,
}

/** Those of images. */
const imageChecks: typeof checks = {
  file: isImageFile,
  original: isOriginal,
  sizes: isSizes,
  width: isPositive,
  height: isPositive,
  filesize: isCount,
}

const context: CheckContext = { now: 0, zone: 'UTC' }

/** True for a number that a write of the field could have stored. */
function isOfType(
  { check, show, store, input, refers, isImage }: FieldType,
  cell: number,
): boolean {
  if (refers || isImage) return isCount(cell)
  if (input === 'flag') return cell === 0 || cell === 1
  // stored as the position of a word
  const sent = store ? (show as ((stored: Cell) => unknown) | undefined)?.(cell) : cell
  const checked = check(sent, context)
  return 'value' in checked && (store ? store(checked.value) === cell : checked.value === cell)
}

/** True for the checked fact of this name, as far as more than the type of its column says what it may be. */
export function isFact(
  kind: string,
  name: string,
  cell: Cell,
  type: FieldType | undefined,
): boolean {
  if (cell === null || cell === '') return true
  const own = (isFile(kind) && imageChecks[name]) || checks[name]
  if (own) return own(cell)
  return typeof cell !== 'number' || !type || isOfType(type, cell)
}

/** True for the name of a fact that is checked here alone. */
export const isOwnFact = (kind: string, name: string): boolean =>
  Object.hasOwn(checks, name) || (isFile(kind) && Object.hasOwn(imageChecks, name))
