import { isObject } from '../../define/base/objects.ts'
import {
  type LinkKind,
  type Links,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
  type Texts,
} from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import type { DatePatch, PreviousVersion, Replaced } from '../contract/store.ts'

/**
 * Facts that no version has: a count follows from others, of who proposed an event nothing stays once it is erased, and parts of a
 * series stay parts.
 */
const unversioned = new Set([
  'count',
  'submission',
  'imported',
  'continues',
  'continued_by',
  'split_at',
])

/** The previous values of a change only: a long text that stays is not stored again. */
export function previousVersionOf(before: StoredRecord, after: StoredRecord): PreviousVersion {
  const facts = replacedCells(before.facts, after.facts, unversioned)
  const texts = replacedTexts(before.texts, after.texts)
  const links = replacedLinks(before.links, after.links)
  return {
    ...(!isEmpty(facts) && { facts }),
    ...(!isEmpty(texts) && { texts }),
    ...(!isEmpty(links) && { links }),
  }
}

/** The version of the record after a change, or after several that are stored as one. */
export const versionAfter = ({ version, before }: Pick<Replaced, 'version' | 'before'>) =>
  version + 1 + (before.joined ?? 0)

/** The record as it was before a change, of the record as it was after. */
export const asBefore = (
  after: StoredRecord,
  { version, before }: Pick<Replaced, 'version' | 'before'>,
): StoredRecord => ({
  ...after,
  version,
  facts: { ...after.facts, ...before.facts },
  texts: textsBefore(after.texts, before.texts ?? {}),
  links: { ...after.links, ...before.links },
})

/** A series with the differences of a date, as it was written. */
export const overlaid = (series: StoredRecord, patch: DatePatch): StoredRecord =>
  asBefore(series, { version: series.version, before: patch })

/** A series on a date where some of it differs. Everything that shows dates goes through here. */
export function withPatch(series: StoredRecord, patch: DatePatch): StoredRecord {
  const own = overlaid(series, patch)
  return { ...own, facts: noMoreVisible(own.facts, series.facts) }
}

/**
 * A date is never more visible than its series: not published unless the series is, and hidden and protected with it. Dates that only their author
 * may see are for the author of the series.
 */
const noMoreVisible = (own: Row, series: Row): Row => ({
  ...own,
  status: (series.status === 'publish' ? own.status : series.status) ?? null,
  author: (series.status === 'publish' && !series.password ? own.author : series.author) ?? null,
  password: (series.password || own.password) ?? null,
  hide_from_listings: (series.hide_from_listings || own.hide_from_listings) ?? null,
})

/** The previous values in a stored line; undefined where this version does not understand it. */
export function previousVersionIn(text: string): PreviousVersion | undefined {
  try {
    const stored: unknown = JSON.parse(text)
    return isPreviousVersion(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const isPreviousVersion = (of: unknown): of is PreviousVersion =>
  isObject(of) &&
  isTable(of.facts, isCell) &&
  isTable(of.texts, row => row === null || (isObject(row) && isTable(row, isCell))) &&
  isTable(of.links, isListOfIds) &&
  isTable(of.dates, each => each === null || isPreviousVersion(each))
const isTable = (of: unknown, is: (value: unknown) => boolean) =>
  of === undefined || (isObject(of) && Object.values(of).every(is))
const isCell = (of: unknown) => of === null || typeof of === 'string' || typeof of === 'number'
const isListOfIds = (of: unknown) => Array.isArray(of) && of.every(each => typeof each === 'number')

const isEmpty = (of: object) => Object.keys(of).length === 0

function replacedCells(before: Row, after: Row, without?: ReadonlySet<string>): Row {
  const replaced: Row = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const cell = before[name] ?? null
    if (cell !== (after[name] ?? null) && !without?.has(name)) replaced[name] = cell
  }
  return replaced
}

/** A language is there if anything is written in it. */
const written = (row: Row | undefined) =>
  row && Object.values(row).some(cell => cell !== null) ? row : undefined

function replacedTexts(before: Texts, after: Texts): TextChange {
  const replaced: TextChange = {}
  for (const language of languages) {
    const [was, is] = [written(before[language]), written(after[language])]
    if (!was && is) replaced[language] = null
    if (was && !is) replaced[language] = was
    if (!was || !is) continue
    const cells = replacedCells(was, is)
    if (!isEmpty(cells)) replaced[language] = cells
  }
  return replaced
}

function textsBefore(after: Texts, before: TextChange): Texts {
  const texts: Texts = {}
  for (const language of languages) {
    const was = before[language]
    if (was === null) continue
    const row = { ...after[language], ...was }
    if (!isEmpty(row)) texts[language] = row
  }
  return texts
}

function replacedLinks(before: Links, after: Links): Partial<Links> {
  const replaced: Partial<Record<LinkKind, number[]>> = {}
  for (const kind of linkKinds)
    if (before[kind].join() !== after[kind].join()) replaced[kind] = before[kind]
  return replaced
}
