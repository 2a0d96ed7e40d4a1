import { useEffect, useEffectEvent, useState } from 'react'
import { Button, Input } from 'react-aria-components'
import { useApp, useMessagesOf, useUser } from '../../../context.tsx'
import type { DateTimes, FormSeries } from '../../../forms/given-dates.ts'
import { isMonthFirst, wallIn } from '../../../forms/moments.ts'
import { wallNow } from '../../../forms/zone-clock.ts'
import { TextInput } from '../../../parts/text-input.tsx'
import { type Edits, useOf } from '../use-edits.ts'
import { datesTyped } from './dates-typed.ts'
import { messages } from './messages.ts'
import { readBack } from './times.ts'

type Props = {
  edits: Edits
  series: FormSeries
  box: Box
  /** Resolves to the error if the dates cannot be added. */
  onAdd(dates: readonly DateTimes[], shown: string): Promise<string | undefined>
}

/** The typed text, which stays where another table takes the place of this one. */
export type Box = readonly [text: string, set: (text: string) => void]

/** The name of its box among the errors of the form. */
const words = 'recurrence in words'
/** Dates that the message names. */
const maxNamed = 5

/** Adds dates that are typed in words. The form is not saved while some are still in the box. */
export function AddDates({ edits, series, box: [typed, setTyped], onAdd }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { site } = useUser()
  const [wrong, setWrong] = useState<string>()
  const refused = useOf(edits, of => of.wrong.facts[words])
  const zone = useOf(edits, of => String(of.values.facts.timezone || site.timezone))
  const example = t(series.isAllDay ? 'addDayExample' : 'addExample')
  const report = (text: string) =>
    edits.setUnread(words, text.trim() === '' ? undefined : t('addFirst'))
  function write(text: string) {
    setTyped(text)
    setWrong(undefined)
    report(text)
  }
  async function add() {
    const now = wallIn(wallNow(zone, new Date())) ?? 0
    const read = datesTyped(typed, { series, now, isMonthFirst: isMonthFirst(locale) })
    if ('wrong' in read) return setWrong(t(read.wrong, { text: read.text, example }))
    if (read.dates.length === 0) return
    const { isAllDay } = series
    const length = series.ends - series.starts
    const shown = read.dates.map(date =>
      readBack({ ...date, isAllDay, isOwnEnd: date.ends - date.starts !== length }, locale),
    )
    const error = await onAdd(
      read.dates,
      shown.slice(0, maxNamed).join(' · ') + (shown.length > maxNamed ? ' …' : ''),
    )
    if (error === undefined) write('')
    else setWrong(error)
  }
  const begin = useEffectEvent(() => report(typed))
  const forget = useEffectEvent(() => report(''))
  useEffect(() => {
    begin()
    return () => forget()
  }, [])
  return (
    <TextInput
      className="add-dates"
      label={t('addDates')}
      hint={t('addHint')}
      value={typed}
      onChange={write}
      error={wrong ?? refused}
      data-field={words}
      maxLength={2000}
      autoComplete="off"
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        void add()
      }}
    >
      <div>
        <Input placeholder={example} />
        <Button onPress={() => void add()} isDisabled={typed.trim() === ''}>
          {t('add')}
        </Button>
      </div>
    </TextInput>
  )
}
