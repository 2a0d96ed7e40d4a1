import type { Language } from '../../define/text/language.ts'
import { wallWords } from '../../define/time/wall-words.ts'
import { useKnown, useWords } from '../context.tsx'

const locale = { en: 'en-GB', fr: 'fr-FR' } as const
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
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(at),
  )

/** An instant on the clock of the reader, with its zone, for what is passed on to others. */
export function momentHere(at: string, language: Language): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const moment = new Date(at)
  const wall = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return wallWords(wall, timeZone, language)
}

export const day = (at: string, language: Language) =>
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'medium' }).format(new Date(at))

function lately(at: string, language: Language): string | undefined {
  const seconds = (Date.parse(at) - Date.now()) / 1000
  const [unit, size] = steps.findLast(([, size]) => Math.abs(seconds) >= size) ?? steps[0]
  const count = Math.trunc(seconds / size)
  if (unit === 'day' && Math.abs(count) > 6) return undefined
  return new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' }).format(count, unit)
}
