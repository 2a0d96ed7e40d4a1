import { derived } from '../../define/base/objects.ts'
import { type View, viewOf } from '../../define/derived.ts'
import { noLinks, type Row, type StoredRecord, type Texts } from '../../define/record.ts'
import { livesIn, type Resource } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'

/** Pages say whether an event lasts all day, and know that it has a password. Responses of the API show neither. */
const stays = new Set(['all_day', 'password'])

/** True if a password hides the value of this field. */
export const isHiddenByPassword = ({ fields }: Resource, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && !field.open && !stays.has(name)
}

/** The values in place of the fields that a password hides: no fact, and an empty text, since a missing one would be shown by its default. */
const hiddenAs = derived((resource: Resource) => {
  const rows: { fact: Row; text: Row } = { fact: {}, text: {} }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isHiddenByPassword(resource, name)) continue
    if (livesIn(field) === 'text') rows.text[name] = ''
    else if (livesIn(field) === 'fact') rows.fact[name] = null
  }
  return rows
})

/**
 * The part of a record that a password does not hide: its open fields, and values derived from its dates. The view does not contain the others, so
 * nothing that is made of it can show them.
 */
export const maskedView = (resource: Resource, record: StoredRecord): View => ({
  ...viewOf(maskedRecord(resource, record)),
  masked: true,
})

function maskedRecord(resource: Resource, record: StoredRecord): StoredRecord {
  const { series } = record
  const { fact, text } = hiddenAs(resource)
  const texts: Texts = {}
  for (const language of languages) {
    const own = record.texts[language]
    if (own) texts[language] = { ...own, ...text }
  }
  return {
    ...record,
    facts: { ...record.facts, ...fact },
    texts,
    links: noLinks,
    ...(series && { series: maskedRecord(resource, series) }),
  }
}
