import { type Locale, type Sentence, say } from '../../define/text/language.ts'

/** Says one of some sentences; `params` stand in its placeholders. */
export type Speaker<Word extends string> = (
  word: Word,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Sentences by their names, as a site says them in a language. */
export function speaking<Word extends string>(
  words: Readonly<Record<Word, Sentence>>,
): (locale: Locale) => Speaker<Word> {
  return locale => (word, params) => say(words[word], locale, params)
}
