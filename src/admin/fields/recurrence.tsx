import { useEffect, useRef, useState } from 'react'
import {
  Button,
  ListBox,
  ListBoxItem,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components'
import { isNameIn } from '../../define/base/objects.ts'
import { capital } from '../../define/text/capital.ts'
import { type Locale, withColon } from '../../define/text/language.ts'
import { weekFrom } from '../../define/text/week-start.ts'
import {
  dateOfDay,
  daySeconds,
  formatWall,
  startOfDay,
  type WallTime,
  wallTime,
  weekdayOf,
} from '../../define/time/clock.ts'
import { dayInMonth, formatDay, formatWeekday } from '../../define/time/day-formats.ts'
import { maxInterval } from '../../define/time/recurrence/read-rule.ts'
import type { Recurrence, Rule } from '../../define/time/recurrence/rule.ts'
import { sentenceOf } from '../../define/time/recurrence/sentence.ts'
import { shifted } from '../../define/time/recurrence/shift.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import {
  type Custom,
  customOf,
  linesIn,
  placesInMonth,
  presetsOf,
  readValue,
  repeatsAlike,
  ruleFrom,
  ruleOf,
  startOf,
  startsBetween,
  toggleDay,
} from '../forms/recurrence.ts'
import { Choose } from '../parts/choose.tsx'
import { TextInput } from '../parts/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './recurrence-messages.ts'

type Props = { recurrence: Recurrence; starts: WallTime; set(next: Recurrence): void }

/** The dates of a month: a click takes one out, puts it back or adds one. */
function DatesCalendar({ recurrence, starts, set }: Props) {
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

type Edit = { recurrence: Recurrence; starts: WallTime; set(next: Recurrence): void }

/** The recurrence of an event: a rule made from its start or by hand, its end, and single dates by a click on a calendar. */
export function RecurrenceField({ field, facts, ...props }: FieldProps<string>) {
  const { label, value, onChange, error, isDisabled } = props
  const t = useMessagesOf(messages)
  const starts = startOf(String(facts?.start_date ?? ''))
  const recurrence = readValue(value)
  const set = (next: Recurrence | undefined) => onChange(linesIn(next))
  const before = useRef({ starts, value })
  // the dates move with the start, as they do on the server (R9); a rule that came with its start has been moved
  useEffect(() => {
    const was = before.current
    if (starts === undefined) return
    before.current = { starts, value }
    if (was.starts === undefined || starts === was.starts || value !== was.value) return
    if (recurrence) onChange(linesIn(shifted(recurrence, was.starts, starts)))
  })
  if (starts === undefined)
    return (
      <div className="field is-wide" data-field={field.name}>
        <span className="label">{label}</span>
        <span className="hint">{t('needsStart')}</span>
      </div>
    )
  return (
    <fieldset
      className="recurrence is-wide"
      data-field={field.name}
      disabled={!!isDisabled}
      {...(error && { 'data-invalid': true })}
    >
      <legend className="visually-hidden">{label}</legend>
      <HowOften label={label} recurrence={recurrence} starts={starts} set={set} />
      {recurrence?.rule && <Ends recurrence={recurrence} starts={starts} set={set} />}
      {recurrence && <DatesCalendar recurrence={recurrence} starts={starts} set={set} />}
      {recurrence && <Summary recurrence={recurrence} starts={starts} />}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

type HowOftenProps = Omit<Edit, 'recurrence' | 'set'> & {
  label: string
  recurrence: Recurrence | undefined
  set(next: Recurrence | undefined): void
}

/** The rules that people use most, by their sentences; one that they set by hand; or dates alone. */
function HowOften({ label, recurrence, starts, set }: HowOftenProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const [isCustom, setIsCustom] = useState(false)
  const rule = recurrence?.rule
  const presets = presetsOf(starts)
  const isPreset = rule !== undefined && presets.some(each => repeatsAlike(each, rule, starts))
  const custom = rule && customOf(rule, starts)
  const sentence = (of: Rule) =>
    capital(sentenceOf({ rule: plain(of), further: [], removed: [] }, starts, locale))
  const offered = presets.map(each => [linesIn(only(each)), sentence(each)] as const)
  const isUnusual = rule !== undefined && !isPreset && !custom
  const chosen = () => {
    if (!recurrence) return 'single'
    if (!rule) return 'dates'
    if (isUnusual) return 'unusual'
    if (isCustom || !isPreset) return 'custom'
    return linesIn(only(presets.find(each => repeatsAlike(each, rule, starts)) ?? rule))
  }
  const choose = (key: string) => {
    setIsCustom(key === 'custom')
    const of = presets.find(each => linesIn(only(each)) === key)
    const ends = { count: rule?.count, until: rule?.until }
    if (key === 'single') set(undefined)
    else if (key === 'dates')
      set({ further: [{ at: starts }, ...(recurrence?.further ?? [])], removed: [] })
    else if (of) set({ rule: { ...of, ...ends }, further: [], removed: [] })
    else if (key === 'custom')
      set(recurrence?.rule && custom ? recurrence : only(ruleOf({ freq: 'WEEKLY', ...ends })))
  }
  return (
    <>
      <Choose
        label={label}
        value={chosen()}
        onChange={choose}
        choices={[
          ['single', t('single')],
          ...offered,
          ['dates', t('dates')],
          ['custom', t('custom')],
          ...(isUnusual ? [['unusual', sentence(rule)] as const] : []),
        ]}
      />
      {recurrence && rule && custom && (isCustom || !isPreset) && (
        <ByHand
          custom={custom}
          starts={starts}
          onChange={next => set({ ...recurrence, rule: ruleFrom(next, rule, starts), removed: [] })}
        />
      )}
    </>
  )
}

const plain = (rule: Rule): Rule => ({ ...rule, count: undefined, until: undefined })
const only = (rule: Rule): Recurrence => ({ rule, further: [], removed: [] })

const units = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const
type Unit = keyof typeof units
const isUnit = (word: string): word is Unit => word in units

type ByHandProps = { custom: Custom; starts: WallTime; onChange(next: Custom): void }

function ByHand({ custom, starts, onChange }: ByHandProps) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { freq, interval, weekdays, month } = custom
  const { isLast } = placesInMonth(starts)
  const week = weekFrom(useUser().site.weekStart)
  const monthly = (of: Custom['month']) =>
    capital(
      sentenceOf(only(ruleFrom({ ...custom, interval: 1, month: of }, {}, starts)), starts, locale),
    )
  return (
    <div className="by-hand">
      <TextInput
        label={t('every')}
        type="number"
        value={String(interval)}
        onChange={text => onChange({ ...custom, interval: within(text, maxInterval) })}
        className="short"
      />
      <Choose
        label={t('unit')}
        value={freq}
        onChange={key => isUnit(key) && onChange({ ...custom, freq: key })}
        choices={Object.entries(units).map(([key, word]) => [key, t(word, { count: interval })])}
      />
      {freq === 'WEEKLY' && (
        <div className="field">
          <span className="label" id="recurrence-weekdays">
            {t('weekdays')}
          </span>
          <ToggleButtonGroup
            className="weekdays"
            aria-labelledby="recurrence-weekdays"
            selectionMode="multiple"
            disallowEmptySelection
            selectedKeys={weekdays.map(String)}
            onSelectionChange={keys => {
              // the day of the start is always one of them (R2)
              const all = new Set([...[...keys].map(Number), weekdayOf(starts)])
              onChange({ ...custom, weekdays: [...all] })
            }}
          >
            {week.map(day => (
              <ToggleButton key={day} id={String(day)}>
                <span aria-hidden="true">{weekdayName(day, locale, 'short')}</span>
                <span className="visually-hidden">{weekdayName(day, locale, 'long')}</span>
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </div>
      )}
      {freq === 'MONTHLY' && (
        <Choose
          label={t('inMonth')}
          value={month}
          onChange={key => onChange({ ...custom, month: key as Custom['month'] })}
          choices={(['day', 'weekday', ...(isLast ? (['last'] as const) : [])] as const).map(of => [
            of,
            monthly(of),
          ])}
        />
      )}
    </div>
  )
}

const within = (text: string, max: number) =>
  Math.min(max, Math.max(1, Math.floor(Number(text)) || 1))

const weekdayName = (day: number, locale: Locale, weekday: 'long' | 'short') =>
  formatWeekday(day, weekday === 'long' ? 'weekday' : 'weekdayShort', locale)

/** Never, with a day, or after so many dates. */
function Ends({ recurrence, starts, set }: Edit) {
  const t = useMessagesOf(messages)
  const { rule } = recurrence
  if (!rule) return null
  const how = rule.count !== undefined ? 'count' : rule.until !== undefined ? 'until' : 'never'
  const end = (ends: Pick<Rule, 'count' | 'until'>) =>
    set({ ...recurrence, rule: { ...plain(rule), ...ends } })
  const today = startOfDay(starts)
  const defaults = {
    never: {},
    until: { until: today + 91 * daySeconds - 1 },
    count: { count: 10 },
  }
  return (
    <div className="by-hand">
      <Choose
        label={t('ends')}
        value={how}
        onChange={key => isNameIn(defaults, key) && end(defaults[key])}
        choices={(['never', 'until', 'count'] as const).map(key => [key, t(key)])}
      />
      {rule.until !== undefined && (
        <TextInput
          label={t('lastDay')}
          type="date"
          value={formatWall(rule.until).slice(0, 10)}
          onChange={text => {
            const day = startOf(text)
            if (day !== undefined && day >= today) end({ until: day + daySeconds - 1 })
          }}
        />
      )}
      {rule.count !== undefined && (
        <TextInput
          label={t('number')}
          type="number"
          value={String(rule.count)}
          onChange={text => end({ count: within(text, 5000) })}
          className="short"
        />
      )}
    </div>
  )
}

const maxNamed = 5
const maxCounted = 5000

/** The chosen recurrence, as visitors read it, with the first dates. */
function Summary({ recurrence, starts }: Pick<Edit, 'recurrence' | 'starts'>) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const { rule } = recurrence
  const isEndless = rule !== undefined && rule.count === undefined && rule.until === undefined
  const far = starts + 100 * 366 * daySeconds
  const dates = startsBetween(recurrence, starts, [0, far], isEndless ? maxNamed : maxCounted)
  const named = dates.slice(0, maxNamed).map(at => formatDay(at, 'brief', locale))
  return (
    <p className="hint" role="status">
      {rule && `${capital(sentenceOf(recurrence, starts, locale))}. `}
      {!isEndless && `${withColon(t('total', { count: dates.length }), locale)} `}
      {named.join(' · ')}
      {dates.length > named.length || isEndless ? ' …' : ''}
    </p>
  )
}
