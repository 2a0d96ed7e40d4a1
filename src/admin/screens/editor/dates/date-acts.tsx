import { useState } from 'react'
import { Button } from 'react-aria-components'
import { atHours, type Hours, hoursIn } from '../../../../define/time/at-hours.ts'
import { formatWall, type WallTime } from '../../../../define/time/clock.ts'
import { useApp, useMessagesOf } from '../../../context.tsx'
import type { DateTimes } from '../../../forms/given-dates.ts'
import { inputOf, wallIn } from '../../../forms/moments.ts'
import { TextInput } from '../../../parts/text-input.tsx'
import { MoveInput } from '../../records/change-window.tsx'
import type { ManyChange } from '../../records/changes.ts'
import { ActWindow } from './act-window.tsx'
import { messages } from './messages.ts'
import { hoursSet } from './times.ts'

/** Other times of dates: as the service changes them, and as a form does. */
type TimesChange = { how: ManyChange; timesOf(date: DateTimes): DateTimes }

type Said = (count: number) => string
type Props = {
  /** One at least. */
  chosen: readonly DateTimes[]
  isAllDay: boolean
  isBusy: boolean
  /** Undefined: dates are where their rule says. */
  onTimes: ((change: TimesChange, said: Said) => void) | undefined
  onRemove(said: Said): void
}

/** Moves several dates, gives them other hours, or removes them. */
export function DateActs({ chosen, isAllDay, isBusy, onTimes, onRemove }: Props) {
  const t = useMessagesOf(messages)
  const [open, setOpen] = useState<'move' | 'hours'>()
  const act = (word: 'moveDates' | 'changeHours' | 'removeDates', run: () => void) => (
    <Button
      className={word === 'removeDates' ? 'small danger' : 'small'}
      isPending={isBusy}
      onPress={run}
    >
      {t(word)}
    </Button>
  )
  const [first] = chosen
  const count = chosen.length
  const close = () => setOpen(undefined)
  return (
    <>
      {onTimes && act('moveDates', () => setOpen('move'))}
      {onTimes && !isAllDay && act('changeHours', () => setOpen('hours'))}
      {act('removeDates', () => onRemove(count => t('removed', { count })))}
      {onTimes && open === 'move' && (
        <MoveWindow
          count={count}
          date={count === 1 ? first : undefined}
          isAllDay={isAllDay}
          onClose={close}
          onChange={change => onTimes(change, count => t('moved', { count }))}
        />
      )}
      {onTimes && open === 'hours' && first && (
        <HoursWindow count={count} date={first} onClose={close} onChange={onTimes} />
      )}
    </>
  )
}

type WindowProps = { count: number; onClose(): void }
type MoveProps = WindowProps & {
  /** The date, if it is the only one. */
  date: DateTimes | undefined
  isAllDay: boolean
  onChange(change: TimesChange): void
}

/** Another day and other hours for one date; several move by the same time. */
function MoveWindow({ count, date, isAllDay, onClose, onChange }: MoveProps) {
  const t = useMessagesOf(messages)
  const [minutes, setMinutes] = useState('')
  const [typed, setTyped] = useState(
    date && { starts: inputOf(date.starts), ends: inputOf(date.ends) },
  )
  const length = date ? date.ends - date.starts : 0
  function startAt(value: string) {
    const starts = value === '' ? undefined : wallIn(value)
    if (typed)
      setTyped({
        starts: value,
        ends: starts === undefined ? typed.ends : inputOf(starts + length),
      })
  }
  function send() {
    const change = typed ? movedTo(typed) : movedBy(Number(minutes))
    if (!change) return
    onChange(change)
    onClose()
  }
  const part = (name: 'starts' | 'ends', set: (value: string) => void) =>
    typed && (
      <TextInput
        name={name}
        label={t(name === 'starts' ? 'start' : 'end')}
        type={isAllDay ? 'date' : 'datetime-local'}
        value={isAllDay ? typed[name].slice(0, 10) : typed[name]}
        onChange={set}
        autoFocus={name === 'starts'}
        isRequired
      />
    )
  return (
    <ActWindow heading={t('moveHeading', { count })} onClose={onClose} onApply={send}>
      {part('starts', startAt)}
      {part('ends', ends => typed && setTyped({ ...typed, ends }))}
      {!typed && <MoveInput onChange={setMinutes} />}
    </ActWindow>
  )
}

function movedTo(typed: { starts: string; ends: string }): TimesChange | undefined {
  const [starts, ends] = [wallIn(typed.starts), wallIn(typed.ends)]
  if (starts === undefined || ends === undefined || ends < starts) return undefined
  const change = { start_date: formatWall(starts), end_date: formatWall(ends) }
  return { how: { change }, timesOf: () => ({ starts, ends }) }
}

const movedBy = (minutes: number): TimesChange | undefined =>
  minutes === 0
    ? undefined
    : {
        how: { move: minutes },
        timesOf: ({ starts, ends }) => ({
          starts: starts + 60 * minutes,
          ends: ends + 60 * minutes,
        }),
      }

type HoursProps = WindowProps & {
  date: DateTimes
  onChange(change: TimesChange, said: Said): void
}

/** The hours of several dates, on the days that they have. */
function HoursWindow({ count, date, onClose, onChange }: HoursProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const hour = (at: WallTime) => inputOf(at).slice(11)
  function send({ from = '', to = '' }: Record<string, string>) {
    // browsers may give seconds
    const text = [from, to].flatMap(at => at.slice(0, 5) || []).join('-')
    const hours: Hours | undefined = from === '' ? undefined : hoursIn(text)
    if (!hours) return
    onChange({ how: { hours: text }, timesOf: date => atHours(date, hours) }, count =>
      t('hoursSet', { count, hours: hoursSet(date, hours, locale) }),
    )
    onClose()
  }
  return (
    <ActWindow heading={t('hoursHeading', { count })} onClose={onClose} onApply={send}>
      <TextInput
        name="from"
        label={t('from')}
        type="time"
        defaultValue={hour(date.starts)}
        autoFocus
        isRequired
      />
      <TextInput
        name="to"
        label={t('to')}
        type="time"
        defaultValue={hour(date.ends)}
        hint={t('toHint')}
      />
    </ActWindow>
  )
}
