import type { Language } from '../../define/text/language.ts'
import type { Reader } from '../store.ts'
import { forget, type ListCalendar, setValue } from './calendar.ts'
import { keyOf } from './keys.ts'

/** Words that were asked for: which events have them is kept, and put right when it is asked again. */
type Word = {
  key: number
  language: Language
  letters: string
  changed: Set<number>
  ready: Promise<void>
}

const mostWords = 256
const mostChanged = 5000
const slice = 4000

/**
 * Search as a filter like any other: the first time a word is asked for, the texts are read through in slices that let
 * others have their turn; after that it is a posting, and only what has changed since is looked at again.
 */
export function openWords(
  calendar: ListCalendar,
  reader: Pick<Reader, 'eventsWithText' | 'eventsOfText'>,
) {
  const words = new Map<string, Word>()
  let series = 0

  async function readThrough(word: Word) {
    for (let after = 0; ; ) {
      const { ids, next } = await reader.eventsWithText(word.language, word.letters, after, slice)
      for (const id of ids) setValue(calendar, id, word.key, true)
      if (next === 0) return
      after = next
      await new Promise(setImmediate)
    }
  }

  async function putRight(word: Word) {
    while (word.changed.size > 0) {
      const ids = [...word.changed].slice(0, 500)
      for (const id of ids) word.changed.delete(id)
      const having = new Set(await reader.eventsOfText(word.language, word.letters, ids))
      for (const id of ids) setValue(calendar, id, word.key, having.has(id))
    }
  }

  function drop(name: string, word: Word) {
    words.delete(name)
    forget(calendar, word.key)
  }

  return {
    /** The key of a word's events, right as of now. */
    async keyOf(language: Language, letters: string): Promise<number> {
      const name = `${language} ${letters}`
      let word = words.get(name)
      if (!word) {
        for (const [oldest, old] of words) {
          if (words.size < mostWords) break
          drop(oldest, old)
        }
        const made: Word = {
          key: keyOf('search', ++series),
          language,
          letters,
          changed: new Set(),
          ready: Promise.resolve(),
        }
        made.ready = readThrough(made)
        word = made
      }
      // Asked for last, dropped last.
      words.delete(name)
      words.set(name, word)
      try {
        await word.ready
        await putRight(word)
      } catch (error) {
        drop(name, word)
        throw error
      }
      return word.key
    },
    /** An event has changed: its text is looked at again before the next answer. */
    changed(event: number) {
      for (const [name, word] of words) {
        word.changed.add(event)
        if (word.changed.size > mostChanged) drop(name, word)
      }
    },
  }
}

export type Words = ReturnType<typeof openWords>
