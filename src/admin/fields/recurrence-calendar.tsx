import { useState } from 'react'
import { Button, ListBox, ListBoxItem } from 'react-aria-components'
import type { Locale } from '../../define/text/language.ts'
import {
  dateOfDay,
  daySeconds,
  type WallTime,
  wallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import { dayIn } from '../../define/time/days.ts'
import { rowOf } from '../../define/time/locale-row.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { someWeekday } from '../../define/time/recurrence/shape.ts'
import { weekFrom } from '../../define/time/week-start.ts'
import { useKnown, useMessagesOf, useUser } from '../context.tsx'
import { startsBetween, toggleDay } from '../forms/recurrence.ts'
import { messages } from './recurrence-messages.ts'

type Props = { recurrence: Recurrence; starts: WallTime; set(next: Recurrence): void }

/** The dates of a month: a click takes one out, puts it back or adds one. */
export function DatesCalendar({ recurrence, starts, set }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useKnown().place
  const [shown, setShown] = useState<Month>()
  const { year, month } = shown ?? dateOfDay(Math.floor(starts / daySeconds))
  const first = wallTime(year, month, 1)
  const last = wallTime(year, month + 1, 1) - daySeconds
  const days = Array.from(
    { length: (last - first) / daySeconds + 1 },
    (_, at) => first + at * daySeconds,
  )
  const dates = new Set(
    startsBetween(recurrence, starts, [first, last]).map(at => String(dayIn(at))),
  )
  const removed = new Set(recurrence.removed.map(({ at }) => dayIn(at)))
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(rowOf(locale).locale, { ...options, timeZone: 'UTC' })
  const long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const letters = format({ weekday: 'short' })
  const week = weekFrom(useUser().site.weekStart)
  return (
    <div className="dates">
      <Months year={year} month={month} onStep={setShown} />
      <div className="weeknames" aria-hidden="true">
        {week.map(day => (
          <span key={day}>{letters.format(someWeekday(day))}</span>
        ))}
      </div>
      <ListBox
        className="days"
        layout="grid"
        aria-label={t('calendar')}
        selectionMode="multiple"
        disabledKeys={days.filter(day => day + daySeconds <= starts).map(String)}
        selectedKeys={dates}
        onSelectionChange={keys => {
          const now = keys === 'all' ? new Set(days.map(String)) : keys
          for (const day of days)
            if (now.has(String(day)) !== dates.has(String(day)))
              return set(toggleDay(recurrence, starts, day))
        }}
      >
        {days.map((day, at) => (
          <ListBoxItem
            key={day}
            id={String(day)}
            textValue={long.format(day * 1000)}
            aria-label={long.format(day * 1000)}
            className={removed.has(day) ? 'is-removed' : ''}
            {...(at === 0 && { style: { gridColumnStart: week.indexOf(weekdayOf(day)) + 1 } })}
          >
            {String(at + 1)}
          </ListBoxItem>
        ))}
      </ListBox>
      <span className="hint">{t('calendarHint')}</span>
    </div>
  )
}

type Month = { year: number; month: number }

/** The month that is shown, with the ways to the others. */
function Months({ year, month, onStep }: Month & { onStep(to: Month): void }) {
  const t = useMessagesOf(messages)
  const { locale } = useKnown().place
  const first = new Date(Date.UTC(year, month - 1, 1))
  const step = (by: number) => {
    const next = new Date(Date.UTC(year, month - 1 + by, 1))
    onStep({ year: next.getUTCFullYear(), month: next.getUTCMonth() + 1 })
  }
  return (
    <div className="months">
      <Button className="plain" aria-label={t('before')} onPress={() => step(-1)}>
        <span aria-hidden="true">‹</span>
      </Button>
      <span aria-live="polite">{monthName(locale).format(first)}</span>
      <Button className="plain" aria-label={t('after')} onPress={() => step(1)}>
        <span aria-hidden="true">›</span>
      </Button>
    </div>
  )
}

const monthName = (locale: Locale) =>
  new Intl.DateTimeFormat(rowOf(locale).locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
