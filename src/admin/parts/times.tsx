import { type Language, localeOf } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { momentIn, wallWords } from '../../define/time/wall-words.ts'
import { clockIn, polished } from '../../define/time/written-dates.ts'
import { useKnown, useWords } from '../context.tsx'

const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const

/** An instant as people say it: how long ago when it was lately, else the day; the whole of it on hovering. */
export function When({ at }: { at: string | null }) {
  const { language } = useKnown().place
  const t = useWords()
  if (!at) return t('never')
  return (
    <time dateTime={at} title={dayAndTime(at, language)}>
      {lately(at, language) ?? day(at, language)}
    </time>
  )
}

export const dayAndTime = (at: string, language: Language) =>
  momentIn(wallHere(new Date(at)), language)

const wallHere = (moment: Date) => new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)

/** The time of day of an instant on the clock of the reader. */
export function hourHere(at: number, language: Language): string {
  const moment = new Date(at)
  return clockIn(languageTable[language], moment.getHours(), moment.getMinutes())
}

/** An instant on the clock of the reader, with its zone, for what is passed on to others. */
export function momentHere(at: string, language: Language): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return wallWords(wallHere(new Date(at)), timeZone, language)
}

export const day = (at: string, language: Language) =>
  polished(
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' }).format(new Date(at)),
    languageTable[language],
  )

function lately(at: string, language: Language): string | undefined {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const [unit, size] = steps.findLast(([, size]) => Math.abs(seconds) >= size) ?? steps[0]
  const count = Math.trunc(seconds / size)
  if (unit === 'day' && Math.abs(count) > 6) return undefined
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(count, unit)
}
