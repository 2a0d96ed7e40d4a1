import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

export const read = (name: string) => readFileSync(join(root, name), 'utf8')

export const pagesOf = (language: Language) =>
  readdirSync(join(root, 'docs', language)).filter(name => name.endsWith('.md'))

/** Every page that exists in both languages, as [English, French]. */
export const twins = (): [en: string, fr: string][] => [
  ['README.md', 'README.fr.md'],
  ...pagesOf('en').map((name): [string, string] => [
    join('docs', 'en', name),
    join('docs', 'fr', name),
  ]),
]

export type Block = { language: string; code: string }

/** The code blocks of a page, in order. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

/** The levels of the headings of a page: `# ## ## ###`. */
export const levelsOf = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^(#+) /gm)].map(([, level]) => level)

/**
 * A code block without what the reader's language changes: values and texts. Commands, flags, paths and the names of
 * parameters and fields stay.
 */
export function skeletonOf({ language, code }: Block): string {
  const bare = code
    .replace(/(?<=^|\s)(?:#|\/\/) .*$/gm, '//')
    .replace(/\bexemple\.(?:fr|org)\b|\bexample\.org\b/g, '(host)')
    .replace(/\/(?:en|fr)(?=\/)/g, '')
  return `${language}\n${withoutValues[language]?.(bare) ?? bare}`.trimEnd()
}

const withoutValues: Record<string, (code: string) => string> = {
  sh: code =>
    withoutStrings(code)
      .replace(/(--name|by-slug\/)\s*[^\s'"/?)]+/g, '$1*')
      .replace(/'(\w+)=(?!@)[^'?]*'/g, "'$1=*'")
      .replace(/(?<=filename=)[^\s'"]+/g, '*')
      .replace(/(?<=[?&](?!_fields)\w+)=[^&\s'"]+/g, '=*'),
  json: code => withoutStrings(code),
  html: code => code.replace(/="[^"]*"/g, '="*"'),
  yaml: code => code.replace(/: .*$/gm, ': *'),
  ts: code => code.replace(/(?<!from )'[^'\n]*'/g, "'*'").replace(/\b(?:en|fr)(?=: \{)/g, '*'),
}

/** JSON without its texts, and without saying which of the two languages comes first. */
const withoutStrings = (code: string) =>
  code
    .replace(/"(?:en|fr)"(?=:)/g, '"*"')
    .replace(/(?<=: )"(?:[^"\\]|\\.)*"/g, '"*"')
    .replace(/(?<=\[)"[^"]*"(?=\])/g, '"*"')
