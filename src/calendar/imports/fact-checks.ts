import type { CheckContext, FieldType } from '../../define/field-type.ts'
import type { Cell } from '../../define/record.ts'
import { firstWall, isTime, lastWall } from '../../define/time/clock.ts'
import { readRecurrence } from '../../define/time/recurrence/read-recurrence.ts'
import { isFile } from '../../resources/index.ts'
import { isImageFile, isPositive, isSizes, isTable, timeNames } from '../base/showable.ts'

const isInteger = (of: unknown): of is number => Number.isSafeInteger(of)

/** Seconds by which a time may have moved. */
export const isStep = (of: unknown): boolean =>
  isInteger(of) && Math.abs(of) <= lastWall - firstWall

const isCount = (of: unknown) => isInteger(of) && of >= 0

function isRecurrence(text: unknown): boolean {
  const lines = isTable(text) && JSON.parse(String(text))
  if (!Array.isArray(lines) || !lines.every(line => typeof line === 'string')) return false
  const read = readRecurrence(lines, 'UTC')
  return 'value' in read && read.value !== undefined && read.value !== null
}

/** A name without a folder. */
const isOriginal = (of: unknown) => typeof of === 'string' && of.length <= 300 && !/[/\\]/.test(of)

/** The checks of facts that no caller writes by their own name, or that are stored in another form. */
const checks: Record<string, (cell: unknown) => boolean> = {
  ...Object.fromEntries(timeNames.map(name => [name, isTime])),
  recurrence: isRecurrence,
  custom_fields: isTable,
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
