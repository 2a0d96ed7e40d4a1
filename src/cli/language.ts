import { type Language, languages } from '../define/text/language.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The language to speak: `--lang`, else `ALMANAC_LANG`, else that of the terminal; English where it is another.
 * `refused` is a `--lang` that is neither.
 */
export function languageOf(
  args: readonly string[],
  env: Environment,
): { language: Language; refused?: string } {
  const flag = langIn(args)
  const named = languageIn(flag ?? '')
  if (named) return { language: named }
  const locale = env.ALMANAC_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return { language: languageIn(locale) ?? 'en', ...(flag !== undefined && { refused: flag }) }
}

function langIn(args: readonly string[]): string | undefined {
  // as with every other option, the last one counts
  const index = args.findLastIndex(arg => arg === '--lang' || arg.startsWith('--lang='))
  const arg = args[index]
  if (arg === undefined) return undefined
  return arg === '--lang' ? (args[index + 1] ?? '') : arg.slice('--lang='.length)
}

/** `fr_CA.UTF-8` → `fr`. */
function languageIn(locale: string): Language | undefined {
  const [name] = /^[a-z]+/i.exec(locale) ?? []
  return languages.find(language => language === name?.toLowerCase())
}
