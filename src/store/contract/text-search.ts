import type { Language } from '../../define/text/language.ts'

/** Letters in the folded texts of events. */
export type TextSearch = {
  /** Tells of all events that have these letters, in parts. Resolves with the milliseconds it took; rejects once stopped. */
  find(
    language: Language,
    letters: string,
    onMatch: (ids: readonly number[]) => void,
    stop?: AbortSignal,
  ): Promise<number>
  /** Keeps an index of the texts from now on, where there are so many events that it helps. */
  begin(
    events: number,
    observer?: {
      progress?: (done: number, total: number) => void
      failed?: (error: unknown) => void
    },
  ): void
}
