import type { FieldError, Unknown } from './field-type.ts'
import type { Params, Values } from './param.ts'
import { nearest } from './text/similar-word.ts'

/** Names are the caller's own: not all of them are reported, nor more than their beginnings. */
export const mostUnknown = 20
const longestName = 60

/** What of this was sent in vain. `also`: names that mean no parameter, but may come all the same. */
export function unknownIn(
  params: Params,
  sent: Values,
  also: (name: string) => boolean = () => false,
): Unknown[] {
  const found = new Map<string, Unknown>()
  const add = (path: string, known: readonly string[]) => {
    if (found.size <= mostUnknown) found.set(path, { path, known })
  }
  for (const name of Object.keys(sent)) {
    if (Object.hasOwn(params, name)) {
      for (const { path, known } of params[name]?.type.unknown?.(sent[name]) ?? [])
        add(`${name}.${path}`, known)
    } else if (!also(name)) add(shortened(name), Object.keys(params))
    if (found.size > mostUnknown) break
  }
  return [...found.values()]
}

const shortened = (name: string) => (name.length > longestName ? name.slice(0, longestName) : name)

/** Unknown names as errors, for callers who want to be refused rather than misunderstood. */
export const unknownErrors = (unknown: readonly Unknown[]): Record<string, FieldError> =>
  Object.fromEntries(
    unknown.slice(0, mostUnknown).map(({ path, known }) => {
      const near = nearest(path.slice(path.lastIndexOf('.') + 1), known)
      return [path, near === undefined ? bare : { ...meant, params: { near } }]
    }),
  )

const code = 'rest_unknown_param'
const bare: FieldError = {
  code,
  sentence: {
    en: '{name} is not known here, and would be ignored.',
    fr: '{name} n’est pas connu ici et serait ignoré.',
  },
}
const meant: FieldError = {
  code,
  sentence: {
    en: '{name} is not known here, and would be ignored. Did you mean {near}?',
    fr: '{name} n’est pas connu ici et serait ignoré. Vouliez-vous dire {near} ?',
  },
}
