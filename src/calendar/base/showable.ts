import { isObject } from '../../define/base/objects.ts'
import { mimeOfFile } from '../../define/image-path.ts'
import type { Row, StoredRecord } from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import { isTime } from '../../define/time/clock.ts'
import { isZone } from '../../define/time/zone.ts'
import { isFile, recurrenceIn } from '../../resources/index.ts'

const isInteger = (of: unknown): of is number => Number.isSafeInteger(of)

export const isPositive = (of: unknown) => isInteger(of) && of > 0

const inJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

export const isTable = (text: unknown) => {
  const value = inJson(text)
  return typeof value === 'object' && value !== null
}

export const isImageFile = (of: unknown) => typeof of === 'string' && mimeOfFile(of) !== undefined

export function isSizes(text: unknown): boolean {
  const sizes = inJson(text)
  return isObject(sizes) && Object.values(sizes).every(isSize)
}
const isSize = (of: unknown) =>
  isObject(of) &&
  isImageFile(of.file) &&
  [of.width, of.height, of.filesize].every(isPositive) &&
  typeof of.mime === 'string'

/** Facts that hold a wall time or an instant. */
export const timeNames = [
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
] as const

function hasRecurrence({ facts }: Pick<StoredRecord, 'facts'>): boolean {
  try {
    // every response that shows the event reads it from the same cache
    recurrenceIn(facts)
    return true
  } catch {
    return false
  }
}

/**
 * False for a record that no write of this version stores and no response can show: of a damaged database, or of an archive that an
 * earlier version imported. Absent facts are fine: a date of a series has few of its own.
 */
export function canBeShown({ kind, facts }: Pick<StoredRecord, 'kind' | 'facts'>): boolean {
  for (const name of timeNames) {
    const at = facts[name]
    if (at !== null && at !== undefined && !isTime(at)) return false
  }
  const { main, timezone, recurrence, returned, submission } = facts
  if (main && !languages.some(each => each === main)) return false
  if (timezone !== undefined && !isZone(String(timezone))) return false
  if (typeof recurrence === 'string' && !hasRecurrence({ facts })) return false
  if ((returned && !isTable(returned)) || (submission && !isTable(submission))) return false
  return !isFile(kind) || (isImageFile(facts.file) && isSizes(facts.sizes))
}

const plain: Row = { timezone: 'UTC', main: 'en', file: '0000/00/none.png', sizes: '{}' }
for (const name of timeNames) plain[name] = 0
for (const name of ['recurrence', 'recurrence_until', 'returned', 'submission']) plain[name] = null

/**
 * A record that cannot be shown, with plain values for the facts that may be the reason, so that it is deleted like any other. The files that an image still
 * names go with it.
 */
export function asFarAsShown(record: StoredRecord): StoredRecord {
  const { file, sizes } = record.facts
  const facts = { ...record.facts, ...plain }
  if (isImageFile(file)) facts.file = String(file)
  const known = Object.entries(isTable(sizes) ? JSON.parse(String(sizes)) : {})
  facts.sizes = JSON.stringify(Object.fromEntries(known.filter(([, size]) => isSize(size))))
  return { ...record, facts }
}
