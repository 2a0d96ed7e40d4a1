import { forms } from 'virtual:forms'
import FullCalendar, { type CalendarApi, type CalendarRef } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import english from '@fullcalendar/react/locales/en-gb'
import french from '@fullcalendar/react/locales/fr'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useRef, useState } from 'react'
import { Button, Link, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useLocation } from 'wouter'
import { existing, isNameIn } from '../../../define/base/objects.ts'
import type { Language } from '../../../define/text/language.ts'
import { weekStarts } from '../../../define/text/week-start.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages as editorMessages } from '../../fields/messages.ts'
import type { Row } from '../../forms/records.ts'
import { rightsOn } from '../../forms/rights.ts'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Title } from '../../parts/title.tsx'
import { ScopeDialog } from '../editor/scope-dialog.tsx'
import { QuickEdit } from '../records/quick-edit.tsx'
import { useToday } from '../records/use-table.ts'
import { useTerms } from '../terms/use-terms.ts'
import {
  type Colored,
  colorsOf,
  everything,
  type Filter,
  isWanted,
  legendOf,
  lookOf,
} from './colors.ts'
import { messages } from './messages.ts'
import {
  agendaEventOf,
  newAt,
  type ViewName,
  viewNames,
  views,
  type When,
  whenAfter,
} from './moves.ts'
import { useAgenda, useArrows, useCopy, useKeys, useMove, usePeriod } from './use-agenda.ts'

const plugins = [theme, dayGrid, timeGrid, interaction]
const locales = { en: english, fr: french }
// the same list at every render, or the calendar renders without end
const localeList = Object.values(locales)

/** A language without words of the agenda has the English ones. */
const localeFor = (language: Language) =>
  isNameIn(locales, language) ? locales[language] : english

/** The options that all views share. */
const looks = {
  headerToolbar: false,
  // events stand where their own clocks say
  timeZone: 'UTC',
  scrollTime: '08:00:00',
  dayMaxEvents: 4,
  navLinks: true,
  editable: true,
  eventInteractive: true,
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  eventTitleClass: 'title-of',
  eventTimeClass: 'time-of',
  dayHeaderDidMount: nameHeader,
} as const

/** The label of a link contains its visible words: speech input uses those. */
function nameHeader({ el }: { el: HTMLElement }) {
  const link = el.querySelector('[role="link"]')
  const [seen, label] = [link?.textContent?.trim(), link?.getAttribute('aria-label')]
  if (seen && label && !label.includes(seen)) link?.setAttribute('aria-label', `${seen}, ${label}`)
}

/** Events of all statuses in their months, weeks and days: moved and lengthened by drag or by their dates. */
export function Agenda() {
  const { place } = useApp()
  const { may, user, site } = useUser()
  const t = useMessagesOf(messages)
  const calendar = useRef<CalendarRef>(null)
  const today = useToday()
  const { period, view, date, remember } = usePeriod()
  const { data, error } = useAgenda(period)
  const move = useMove()
  const [open, setOpen] = useState<Row>()
  const api = () => calendar.current?.getApi()
  const creation = useCreation()
  useKeys(api, () => creation.on(startOfDay(api(), today)))
  const times = timesOf(data?.rows ?? [])
  const mayMove = (row: Row) => times.get(row.id) === 1 && rightsOn(may.event, row, user.id).change
  const arrows = useArrows(data?.rows ?? [], { view, move, mayMove })
  const [filter, setFilter] = useState(everything)
  const { data: terms } = useTerms('categories')
  const colorOf = colorsOf(terms ?? [])
  const events = arrows.rows
    .filter(row => isWanted(row, colorOf(row), filter))
    .map(row => agendaEventOf(row, mayMove(row), lookOf(row, colorOf(row), site.timezone)))
  const copy = useCopy()
  const dropping = useDrop(move, copy)
  return (
    <>
      <Head mayCreate={may.event.create} />
      <Toolbar title={period.title} view={view} api={api} />
      <ProblemNote error={error} />
      <TooMany data={data} />
      <Legend legend={legendOf(data?.rows ?? [], colorOf)} filter={filter} onChange={setFilter} />
      <div className="agenda" ref={arrows.agenda}>
        <FullCalendar
          ref={calendar}
          plugins={plugins}
          locales={localeList}
          locale={localeFor(place.language).code}
          firstDay={weekStarts[site.weekStart]}
          now={`${today}T00:00:00Z`}
          {...looks}
          height={view === 'month' ? 'auto' : hours}
          initialView={views[view]}
          initialDate={date || today}
          selectable={may.event.create}
          events={events}
          datesSet={remember}
          eventDrop={dropping.drop}
          eventResize={dropping.drop}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault()
            setOpen(rowOf(event))
          }}
          select={creation.at}
          dateClick={creation.touched}
        />
      </div>
      <p className="hint">{t('help')}</p>
      {dropping.question}
      {open && forms.event && (
        <QuickEdit form={forms.event} id={open.id} onClose={() => setOpen(undefined)} hasMore />
      )}
    </>
  )
}

/** Moves what was put elsewhere; of a series, once the editor has said how many dates. */
function useDrop(move: ReturnType<typeof useMove>, copy: ReturnType<typeof useCopy>) {
  const t = useMessagesOf(editorMessages)
  const [dropped, setDropped] = useState<Move>()
  const drop = ({ event, revert, jsEvent }: Dropped) => {
    const asMoved = { row: rowOf(event), is: whenAfter(event), revert }
    if (jsEvent?.altKey && copy) {
      revert()
      return void copy(asMoved.row, asMoved.is)
    }
    if (asMoved.row.series === undefined) void move(asMoved.row, asMoved.is, revert)
    else setDropped(asMoved)
  }
  const question = dropped && (
    <ScopeDialog
      heading={t('scopeMove')}
      date={dropped.row.id}
      onClose={() => {
        dropped.revert()
        setDropped(undefined)
      }}
      onChoose={scope => {
        void move(dropped.row, dropped.is, dropped.revert, scope)
        setDropped(undefined)
      }}
    />
  )
  return { drop, question }
}

/** Begins an event at the pressed days or hours, for users who may create one. */
function useCreation() {
  const { may } = useUser()
  const [, navigate] = useLocation()
  const isAllowed = may.event.create
  const at = (span: Span) => {
    // the calendar is not done with the press yet
    if (isAllowed) setTimeout(() => navigate(newAt(whenAfter(span))))
  }
  return {
    at,
    on: (day: string) => at({ startStr: day, endStr: '', allDay: true }),
    touched({ dateStr, allDay, jsEvent }: { dateStr: string; allDay: boolean; jsEvent: Event }) {
      // a mouse selects, a finger only touches
      if (jsEvent.type.startsWith('touch')) at({ startStr: dateStr, endStr: '', allDay })
    },
  }
}

function Head({ mayCreate }: { mayCreate: boolean }) {
  const t = useMessagesOf(messages)
  return (
    <Title text={t('calendar')}>
      {mayCreate && (
        <Link className="button primary" href="/events/new">
          {t('add')}
        </Link>
      )}
    </Title>
  )
}

/** A period with more than can be shown says so. */
function TooMany({ data }: { data: { rows: readonly Row[]; total: number } | undefined }) {
  const t = useMessagesOf(messages)
  if (!data || data.rows.length >= data.total) return null
  return <p className="hint">{t('tooMany', { count: data.rows.length, total: data.total })}</p>
}

/** The hours of days and weeks scroll within what is left of the screen. */
const hours = 'max(22rem, calc(100vh - 15rem))'

type Span = { startStr: string; endStr: string; allDay: boolean }

/** Today where it is shown, else the first day that is. */
function startOfDay(api: CalendarApi | undefined, today: string): string {
  if (!api) return today
  const { currentStart, currentEnd } = api.view
  const [first, end] = [dayOf(currentStart), dayOf(currentEnd)]
  return first <= today && today < end ? today : first
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

type OfRow = { extendedProps: Record<string, Row> }

/** The move of an event, as the calendar reports it. */
type Move = { row: Row; is: When; revert(): void }
type Dropped = { event: Span & OfRow; revert(): void; jsEvent?: { altKey?: boolean } }

/** The row that an event of the calendar was made of (`agendaEventOf`). */
const rowOf = ({ extendedProps }: OfRow) => existing(extendedProps.row)

function timesOf(rows: readonly Row[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { id } of rows) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}

type Props = { title: string; view: ViewName; api(): CalendarApi | undefined }

/** The displayed period, and the view. */
function Toolbar({ title, view, api }: Props) {
  const t = useMessagesOf(messages)
  return (
    <div className="agenda-bar">
      <Button onPress={() => api()?.today()}>{t('today')}</Button>
      <Button className="plain" aria-label={t('previous')} onPress={() => api()?.prev()}>
        <span aria-hidden="true">‹</span>
      </Button>
      <Button className="plain" aria-label={t('next')} onPress={() => api()?.next()}>
        <span aria-hidden="true">›</span>
      </Button>
      <h2 aria-live="polite">{title}</h2>
      <ToggleButtonGroup
        aria-label={t('views')}
        className="switch"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={([key]) => {
          const name = viewNames.find(each => each === key)
          if (name) api()?.changeView(views[name])
        }}
      >
        {viewNames.map(name => (
          <ToggleButton key={name} id={name}>
            {t(name)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}

type LegendProps = { legend: readonly Colored[]; filter: Filter; onChange(filter: Filter): void }

/** The meaning of the colors; each category can be shown alone. */
function Legend({ legend, filter, onChange }: LegendProps) {
  const t = useMessagesOf(messages)
  const { categories } = filter
  const toggle = (id: number) =>
    onChange({
      ...filter,
      categories: categories.includes(id)
        ? categories.filter(each => each !== id)
        : [...categories, id],
    })
  return (
    <div className="agenda-legend">
      <Choice
        label={t('states')}
        value={filter.state}
        options={(['all', 'public', 'open'] as const).map(state => [state, t(state)] as const)}
        onChange={state =>
          onChange({ ...filter, state: state === 'public' || state === 'open' ? state : 'all' })
        }
      />
      {legend.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the buttons are of no form
        <div role="group" aria-label={t('legend')}>
          {legend.map(({ id, name, color }) => (
            <ToggleButton
              key={id}
              className="small"
              isSelected={categories.includes(id)}
              onChange={() => toggle(id)}
            >
              <span className={`dot is-${color}`} aria-hidden="true" />
              {name}
            </ToggleButton>
          ))}
        </div>
      )}
    </div>
  )
}
