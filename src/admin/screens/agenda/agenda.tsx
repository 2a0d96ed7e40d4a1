import { forms } from 'virtual:forms'
import FullCalendar, { type CalendarRef } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import english from '@fullcalendar/react/locales/en-gb'
import french from '@fullcalendar/react/locales/fr'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { Row } from '../../client/records.ts'
import { useKnown, useUser, useWordsOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { QuickEdit } from '../records/quick-edit.tsx'
import { rightsOn } from '../records/rights.ts'
import { useToday } from '../records/use-table.ts'
import { newAt, shownOf, views, whenAfter } from './moves.ts'
import { Toolbar } from './toolbar.tsx'
import { useAgenda, useMove } from './use-agenda.ts'
import { useKeys } from './use-keys.ts'
import { usePeriod } from './use-period.ts'
import { words } from './words.ts'

const plugins = [theme, dayGrid, timeGrid, interaction]
const locales = [french, english]

/** What is the same whatever is shown. */
const looks = {
  headerToolbar: false,
  // events stand where their own clocks say
  timeZone: 'UTC',
  height: 'auto',
  scrollTime: '08:00:00',
  dayMaxEvents: 4,
  navLinks: true,
  editable: true,
  eventInteractive: true,
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
} as const

/** Events of all statuses in their months, weeks and days: moved and lengthened by drag or by their dates. */
export function Agenda() {
  const { place } = useKnown()
  const { may, user } = useUser()
  const t = useWordsOf(words)
  const calendar = useRef<CalendarRef>(null)
  const [, navigate] = useLocation()
  const today = useToday()
  const { period, view, date, remember } = usePeriod()
  const { data, error } = useAgenda(period)
  const move = useMove()
  const [open, setOpen] = useState<Row>()
  const api = () => calendar.current?.getApi()
  const create = (day: string) =>
    may.event.create && navigate(newAt(whenAfter({ startStr: day, endStr: '', allDay: true })))
  useKeys(api, () => create(api()?.view.currentStart.toISOString().slice(0, 10) ?? today))
  const times = timesOf(data?.rows ?? [])
  const events = (data?.rows ?? []).map(row =>
    shownOf(row, times.get(row.id) === 1 && rightsOn(may.event, row, user.id).change),
  )
  const drop = ({ event, revert }: Dropped) =>
    void move(event.extendedProps.row, whenAfter(event), revert)
  return (
    <>
      <Head mayCreate={may.event.create} />
      <Toolbar title={period.title} view={view} api={api} />
      <ProblemNote error={error} />
      <TooMany data={data} />
      <div className="agenda">
        <FullCalendar
          ref={calendar}
          plugins={plugins}
          locales={locales}
          locale={place.language === 'fr' ? 'fr' : 'en-gb'}
          now={`${today}T00:00:00Z`}
          {...looks}
          initialView={views[view]}
          initialDate={date || today}
          selectable={may.event.create}
          events={events}
          datesSet={remember}
          eventDrop={info => drop(info as unknown as Dropped)}
          eventResize={info => drop(info as unknown as Dropped)}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault()
            setOpen(event.extendedProps.row as Row)
          }}
          select={span => navigate(newAt(whenAfter(span)))}
        />
      </div>
      <p className="hint">{t('help')}</p>
      {open && forms.event && (
        <QuickEdit form={forms.event} id={open.id} onClose={() => setOpen(undefined)} hasMore />
      )}
    </>
  )
}

function Head({ mayCreate }: { mayCreate: boolean }) {
  const t = useWordsOf(words)
  useEffect(() => {
    document.title = t('calendar')
  }, [t])
  return (
    <div className="head">
      <h1>{t('calendar')}</h1>
      {mayCreate && (
        <Link className="button primary" href="/events/new">
          {t('add')}
        </Link>
      )}
    </div>
  )
}

/** A period with more than can be shown says so. */
function TooMany({ data }: { data: { rows: readonly Row[]; total: number } | undefined }) {
  const t = useWordsOf(words)
  if (!data || data.rows.length >= data.total) return null
  return <p className="hint">{t('tooMany', { count: data.rows.length, total: data.total })}</p>
}

/** What the calendar says of an event that was put elsewhere. Each was made of a row (`shownOf`). */
type Dropped = {
  event: { startStr: string; endStr: string; allDay: boolean; extendedProps: { row: Row } }
  revert(): void
}

function timesOf(rows: readonly Row[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { id } of rows) times.set(id, (times.get(id) ?? 0) + 1)
  return times
}
