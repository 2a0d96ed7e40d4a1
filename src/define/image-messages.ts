import type { Row } from './record.ts'
import { fold, withContractions } from './text/fold.ts'

/** The folded words that a search for an image reads: its texts in every language, and the name of its file without the folder. */
export function wordsOfImage(texts: readonly (Row | undefined)[], file: string): string {
  const all = texts.flatMap(row => [row?.title, row?.alt])
  const own = [...new Set(all.filter(text => text != null && text !== ''))]
  return withContractions(fold([...own, file.replace(/^.*\//, '')].join('\n')))
}
