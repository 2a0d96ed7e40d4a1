import { useState } from 'react'
import { Button, ListBox, ListBoxItem } from 'react-aria-components'
import { weekFrom } from '../../define/text/week-start.ts'
import {
  dateOfDay,
  daySeconds,
  startOfDay,
  type WallTime,
  wallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import { dayInMonth, formatDay, formatWeekday } from '../../define/time/day-formats.ts'
import type { Recurrence } from '../../define/time/recurrence/rule.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import { startsBetween, toggleDay } from '../forms/recurrence.ts'
import { messages } from './recurrence-messages.ts'

type Props = { recurrence: Recurrence; starts: WallTime; set(next: Recurrence): void }

/** The dates of a month: a click takes one out, puts it back or adds one. */
export function DatesCalendar({ recurrence, starts, set }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const [openMonth, setOpenMonth] = useState<Month>()
  const { year, month } = openMonth ?? dateOfDay(Math.floor(starts / daySeconds))
  const first = wallTime(year, month, 1)
  const last = wallTime(year, month + 1, 1) - daySeconds
  const days = Array.from(
    { length: (last - first) / daySeconds + 1 },
    (_, at) => first + at * daySeconds,
  )
  const dates = new Set(
    startsBetween(recurrence, starts, [first, last]).map(at => String(startOfDay(at))),
  )
  const removed = new Set(recurrence.removed.map(({ at }) => startOfDay(at)))
  const week = weekFrom(useUser().site.weekStart)
  return (
    <div className="dates">
      <Months year={year} month={month} onStep={setOpenMonth} />
      <div className="weeknames" aria-hidden="true">
        {week.map(day => (
          <span key={day}>{formatWeekday(day, 'weekdayShort', locale)}</span>
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
            textValue={formatDay(day, 'long', locale)}
            aria-label={formatDay(day, 'long', locale)}
            className={removed.has(day) ? 'is-removed' : ''}
            {...(at === 0 && { style: { gridColumnStart: week.indexOf(weekdayOf(day)) + 1 } })}
          >
            {dayInMonth(day, locale)}
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
  const { locale } = useApp().place
  const step = (by: number) => {
    const next = new Date(Date.UTC(year, month - 1 + by, 1))
    onStep({ year: next.getUTCFullYear(), month: next.getUTCMonth() + 1 })
  }
  return (
    <div className="months">
      <Button className="plain" aria-label={t('before')} onPress={() => step(-1)}>
        <span aria-hidden="true">‹</span>
      </Button>
      <span aria-live="polite">{formatDay(wallTime(year, month, 1), 'month', locale)}</span>
      <Button className="plain" aria-label={t('after')} onPress={() => step(1)}>
        <span aria-hidden="true">›</span>
      </Button>
    </div>
  )
}
