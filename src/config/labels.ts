import type { Language } from '../define/field-type.ts'
import { textIn } from '../define/text/language.ts'
import type { Setting } from './config.ts'
import { definitionOf, liveNames } from './stored-site.ts'

/** The label of a setting in the screens; those without one keep their name. */
export function labelOf(name: string, language: Language): string {
  const liveName = liveNames.find(one => one === name)
  if (!liveName) return name
  const { live }: Setting = definitionOf(liveName)
  return live ? textIn(live, language) : name
}
