import {
  type Links,
  linkKinds,
  type Row,
  type StoredRecord,
  type TextChange,
} from '../../define/record.ts'
import { languages } from '../../define/text/language.ts'
import type { WriteCaller } from '../base/context.ts'

type Change = { facts: Row; texts: TextChange; links: Partial<Links> }

/** True if a change leaves a record as it is (U6). The moment of writing and the horizon of a series do not count. */
export const isAsStored = (
  stored: StoredRecord,
  { facts, texts, links }: Change,
  { importing }: Pick<WriteCaller, 'importing'>,
): boolean =>
  Object.entries(facts).every(
    ([name, value]) => moving.has(name) || isSame(value, stored.facts[name]),
  ) &&
  languages.every(language =>
    isSameRow(texts[language], stored.texts[language], importing !== undefined),
  ) &&
  linkKinds.every(kind =>
    isSame(links[kind]?.join() ?? stored.links[kind].join(), stored.links[kind].join()),
  )

const moving: ReadonlySet<string> = new Set(['modified', 'imported', 'recurrence_until'])

const isSame = (a: unknown, b: unknown) => (a ?? '') === (b ?? '')

function isSameRow(
  change: Row | null | undefined,
  stored: Row | undefined,
  isImported: boolean,
): boolean {
  if (change === undefined) return true
  if (change === null) return stored === undefined
  return Object.entries(change).every(([name, text]) => {
    const own = stored?.[name]
    if (name === 'changed') return true
    // a website that is cleared is not one that was never given
    if (!isImported) return (text ?? null) === (own ?? null)
    return (
      isSame(text, own) || (name === 'slug' && isNumbered(String(own ?? ''), String(text ?? '')))
    )
  })
}

/** A slug that another record has was given a number when it was stored. */
const isNumbered = (stored: string, wanted: string) =>
  wanted !== '' && stored.startsWith(`${wanted}-`) && /^\d+$/.test(stored.slice(wanted.length + 1))
