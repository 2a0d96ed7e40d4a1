import { languagePattern } from '../../define/text/language.ts'
import { withoutSlashes } from '../../define/text/uri.ts'

const path = new RegExp(`^(?:/(${languagePattern}))?/admin/api(?:/+([^?]*))?(?:\\?(.*))?$`, 'is')

/** The part of a target that says what is meant: language, path and query; undefined outside of the admin API. */
export function adminTarget(url: string) {
  const match = path.exec(url)
  if (!match) return undefined
  const [, language = '', route = '', query = ''] = match
  return { language: language.toLowerCase(), route: withoutSlashes(route), query }
}

export type AdminTarget = NonNullable<ReturnType<typeof adminTarget>>
