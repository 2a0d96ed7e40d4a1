import type { StoredRecord } from '../define/record.ts'
import { livesIn, type Resource, type TextValues } from '../define/resource.ts'
import { fold } from '../define/text/fold.ts'
import { type Language, languages } from '../define/text/language.ts'
import { slugKey } from '../define/text/slug.ts'
import { resources } from '../resources/index.ts'
import { publication } from './facts.ts'
import type { AnyDraft, DraftOf, Write } from './write-types.ts'

/**
 * Has a stored venue or organizer every field of these data (L2, L2b)? What was sent has been cleaned as what is stored was, so
 * fields are compared as they are; only names are compared without case.
 */
export function comparison<K extends 'venue' | 'organizer'>(
  { tx, context, caller }: Write,
  kind: K,
  draft: DraftOf<K>,
  image: number | null,
) {
  const resource: Resource = resources[kind]
  const sent: AnyDraft = draft
  const { translations } = draft
  // Status and dates as they would be stored: a contributor's "publish" is stored as "pending".
  const published: Record<string, string | number | null> = publication(
    context,
    caller.actor,
    draft,
    undefined,
  )

  function hasField(stored: StoredRecord, name: string): boolean {
    const field = resource.fields[name]
    if (!field) return false
    if (name === 'image') return image === (stored.facts.image ?? null)
    if (name in published) return sent[name] === null || published[name] === stored.facts[name]
    const { store, blank = '' } = field.type
    const wanted = store && sent[name] !== null ? store(sent[name]) : sent[name]
    const kept =
      livesIn(field) === 'text'
        ? textsShown(stored, name, caller.language)
        : [stored.facts[name] ?? blank]
    return kept.some(one => isEqual(resource, name, one, wanted ?? blank))
  }

  async function hasTranslation(
    stored: StoredRecord,
    language: Language,
    texts: TextValues | null,
  ) {
    const own = stored.texts[language]
    if (texts === null) return own === undefined
    for (const [name, text] of Object.entries(texts)) {
      // What stands beside `translations` is what is written.
      if (language === caller.language && name in sent) continue
      const isSame =
        name === 'slug' && typeof text === 'string'
          ? await hasSlug(stored, String(own?.slug ?? ''), slugKey(text))
          : isEqual(resource, name, own?.[name], text)
      if (!isSame) return false
    }
    return true
  }

  /** A slug that another record has was given a number when it was stored. */
  async function hasSlug({ id, kind }: StoredRecord, stored: string, wanted: string) {
    if (stored === wanted) return true
    if (stored.replace(/-\d+$/, '') !== wanted) return false
    const owner = await tx.bySlug(kind, wanted)
    return owner !== undefined && owner !== id
  }

  return async (stored: StoredRecord): Promise<boolean> => {
    const names = Object.keys(sent).filter(name => name !== 'translations')
    if (!names.every(name => hasField(stored, name))) return false
    for (const language of languages) {
      const texts = translations?.[language]
      if (texts !== undefined && !(await hasTranslation(stored, language, texts))) return false
    }
    return true
  }
}

const isEqual = (resource: Resource, name: string, stored: unknown, sent: unknown) => {
  const [a, b] = [String(stored ?? ''), String(sent ?? '')]
  return a === b || (name === resource.titled && fold(a) === fold(b))
}

const textsShown = (stored: StoredRecord, name: string, language: Language) => {
  const own = stored.texts[language]?.[name]
  return own != null ? [own] : Object.values(stored.texts).map(row => row[name] ?? '')
}
