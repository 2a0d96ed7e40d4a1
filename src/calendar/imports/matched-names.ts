import { isObject, namesIn } from '../../define/base/objects.ts'
import { matchesIn, matchKey, type NameMatch } from '../../define/import-matches.ts'
import type { Values } from '../../define/param.ts'
import { fieldProblem } from '../../problem/index.ts'
import { resources, type WrittenName } from '../../resources/index.ts'
import type { Store } from '../../store/index.ts'
import { titleOf } from './listed-fields.ts'
import { kindNamedBy } from './references.ts'

/** Puts the IDs that a user has chosen in place of names; the values are changed. */
export function withMatches(
  kind: WrittenName,
  values: Values,
  matches: ReadonlyMap<string, number>,
) {
  if (matches.size === 0) return
  for (const name of namesIn(values)) {
    const target = kindNamedBy(kind, name)
    const sent: unknown = values[name]
    if (target && Array.isArray(sent))
      values[name] = sent.map(each => matches.get(matchKey(target, nameIn(target, each))) ?? each)
  }
}

const nameIn = (kind: WrittenName, of: unknown): string =>
  typeof of === 'string' ? of : isObject(of) ? String(of[resources[kind].titled] ?? '') : ''

/** The names of the records that matches name, by kind and ID. */
export async function matchedNames(
  store: Pick<Store, 'get'>,
  matches: readonly NameMatch[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const { kind, id } of matches)
    names.set(`${kind} ${id}`, titleOf(await store.get(kind, id)) ?? '')
  return names
}

/** Refuses matches of another form, and those with records that are not here. */
export async function refuseUnknownMatches(store: Pick<Store, 'get'>, written = '') {
  const matches = matchesIn(written)
  if (!matches) throw fieldProblem('matches', notMatches)
  for (const { kind, name, id } of matches) {
    const record = await store.get(kind, id)
    if (!record || record.facts.status === 'trash')
      throw fieldProblem('matches', { sentence: noMatch, params: { match: name, id } })
  }
}

const notMatches = {
  sentence: {
    en: '{name} has another form. Expected lines such as “venue Old mill=12”, with venue, organizer, category or tag.',
    fr: '{name} a une autre forme. Attendu\u00a0: des lignes telles que «\u00a0venue Vieux moulin=12\u00a0», avec venue, organizer, category ou tag.',
  },
}
const noMatch = {
  en: '{name} gives “{match}” the ID {id}, which no record of this kind has. Expected the ID of an existing one.',
  fr: '{name} donne à «\u00a0{match}\u00a0» l’ID {id}, qu’aucune fiche de ce type n’a. Attendu\u00a0: l’ID d’une fiche existante.',
}
