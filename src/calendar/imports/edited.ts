import { isObject } from '../../define/base/objects.ts'
import type { Values } from '../../define/param.ts'
import type { StoredRecord } from '../../define/record.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { Problem } from '../../problem/index.ts'
import { service } from '../access/access.ts'
import type { Context } from '../base/context.ts'
import { stepTo, versionsOf } from '../history/versions.ts'
import { differingFields } from '../read/patch-fields.ts'
import { importedIn } from '../write/imported.ts'
import { writtenKind } from '../write/write-types.ts'

/** Fields by name, `fr.title` for a text; undefined: which is not known, so all may be. */
export type EditedFields = ReadonlySet<string> | undefined

const none: EditedFields = new Set()

/** The fields of an imported record that were edited here, whatever the imports since have done to others. */
export async function editedHere(
  { store }: Pick<Context, 'store'>,
  stored: StoredRecord,
): Promise<EditedFields> {
  const imported = importedIn(stored.facts)
  if (!imported) return undefined
  const edited = new Set(imported.edited)
  if (imported.version === stored.version) return edited.size === 0 ? none : edited
  let before: number | undefined
  for (;;) {
    const kind = writtenKind(stored)
    const { versions, next } = await versionsOf(store, service, kind, stored.id, {
      before,
      max: 50,
    })
    for (const { version, changed } of versions) {
      if (version <= imported.version) return edited
      if (!changed) return undefined
      for (const name of changed.facts) edited.add(name)
      for (const language of languages)
        for (const name of changed.texts[language] ?? []) edited.add(`${language}.${name}`)
    }
    if (next === undefined) return edited
    before = next
  }
}

/** Fields that were edited here on dates of a series, by ID; undefined: which is not known. */
export type EditedDates = ReadonlyMap<number, ReadonlySet<string>> | undefined

/** The fields that editors changed on single dates of an imported series since its last import. */
export async function editedDatesOf(
  { store }: Pick<Context, 'store'>,
  stored: StoredRecord,
): Promise<EditedDates> {
  const imported = importedIn(stored.facts)
  if (!imported) return undefined
  if (imported.version === stored.version) return new Map()
  const then = await versionThen(store, stored, imported.version)
  if (!then) return undefined
  const ids = Object.keys(then.dates).map(Number)
  const patches = await store.datePatches(ids)
  return new Map(
    ids.map(id => [id, differingFields(then.dates[id] ?? {}, patches.get(id) ?? {})] as const),
  )
}

/** A record as an import wrote it; undefined where that version is no longer known. */
export const versionThen = (store: Context['store'], stored: StoredRecord, version: number) =>
  stepTo(store, service, stored, version).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'version_not_found') return undefined
    throw error
  })

/** Values that are one (I8): where one of them was edited here, all stay. */
const whenNames = ['start_date', 'end_date', 'all_day', 'timezone'] as const

/** True if an edit here says when the event is. */
export const isMovedHere = (edited: EditedFields) =>
  edited === undefined || whenNames.some(name => edited.has(name))

/** The values without those of edited fields, and which these are. */
export function withoutEdited(
  values: Values,
  edited: EditedFields,
  language: Language,
  textNames: readonly string[],
): { values: Values; editedNames: string[] } {
  const editedNames: string[] = []
  const staysEdited = (name: string) => {
    const isOfWhen = whenNames.some(each => each === name)
    const isSo = edited === undefined || edited.has(name) || (isOfWhen && isMovedHere(edited))
    if (isSo) editedNames.push(name)
    return isSo
  }
  const own = Object.entries(values).filter(
    ([name]) =>
      name === 'translations' ||
      !staysEdited(textNames.includes(name) ? `${language}.${name}` : name),
  )
  const left = Object.fromEntries(own)
  if (isObject(left.translations)) {
    const translations: Values = {}
    for (const [each, texts] of Object.entries(left.translations))
      translations[each] = isObject(texts)
        ? Object.fromEntries(
            Object.entries(texts).filter(([name]) => !staysEdited(`${each}.${name}`)),
          )
        : texts
    left.translations = translations
  }
  return { values: left, editedNames }
}
