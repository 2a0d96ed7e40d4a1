import { inEachLanguage, type Language, type Sentence, say } from '../../define/text/language.ts'

/** Says one of some sentences; `params` stand in its placeholders. */
export type Speaker<Word extends string> = (
  word: Word,
  params?: Readonly<Record<string, string | number>>,
) => string

/** Sentences by their names, as they are said in each language. */
export function speaking<Word extends string>(
  words: Readonly<Record<Word, Sentence>>,
): (language: Language) => Speaker<Word> {
  const speakerIn =
    (language: Language): Speaker<Word> =>
    (word, params) =>
      say(words[word], language, params)
  const speakers = inEachLanguage(speakerIn)
  return language => speakers[language]
}
