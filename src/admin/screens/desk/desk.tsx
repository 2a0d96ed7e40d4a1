import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { existing } from '../../../define/base/objects.ts'
import { adjectiveOf } from '../../../define/text/language.ts'
import { formatNumber } from '../../../define/text/number-formats.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../../context.tsx'
import { queryText, type Row, rowOf } from '../../forms/records.ts'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { FirstSteps } from '../records/first-steps.tsx'
import { datesOf, questionOf } from '../records/question.ts'
import { ReturnedNotice } from '../records/returned-notice.tsx'
import { rememberList } from '../records/trail.ts'
import { useGoThrough } from '../records/use-go-through.ts'
import { useToday } from '../records/use-table.ts'
import { viewOf } from '../records/view.ts'
import { useReports } from '../review/use-reports.ts'
import { clashesIn, type DatedEvent } from './clashes.ts'
import { ownLines, sharedLines, type TableLine } from './lines.ts'
import { messages } from './messages.ts'

/** What is to be done: each line says how much of it there is, and leads through it. */
export function Desk({ title }: TitledScreen) {
  const { may } = useUser()
  const t = useMessagesOf(messages)
  return (
    <>
      <Title text={title}>
        {may.event.create && (
          <Link href="/events/new" className="button primary">
            {t('add')}
          </Link>
        )}
      </Title>
      {may.accounts && <NewCalendar />}
      {may.event.create && !may.event.publish && <ReturnedNotice />}
      {may.event.translate ? (
        <Translator />
      ) : may.event.read_unpublished === 'all' ? (
        <Shared />
      ) : (
        <Own />
      )}
    </>
  )
}

/** The first steps, as long as there are some. */
function NewCalendar() {
  const { server } = useApp()
  const { data } = useQuery({
    queryKey: ['events', 'desk', 'all'],
    queryFn: () => server.admin('GET /counts', { kind: 'event' }),
  })
  return <FirstSteps records={data?.counts.all} />
}

/** For those who write texts alone. */
const Translator = () => (
  <div className="desk">
    <Lines word="texts">
      {sharedLines.texts.map(line => (
        <OfTable key={line.into} line={line} />
      ))}
      <AltTexts />
    </Lines>
  </div>
)

/** For those who see the records of all. */
function Shared() {
  const { may } = useUser()
  const t = useMessagesOf(messages)
  const reports = useReports()
  return (
    <div className="desk">
      <Lines word="waiting">
        {sharedLines.waiting.map(line => (
          <OfTable key={line.word} line={line} />
        ))}
        <Line text={t('reports')} count={reports?.total} href="/review" />
      </Lines>
      <Lines word="texts">
        {sharedLines.texts.map(line => (
          <OfTable key={line.into} line={line} />
        ))}
        {sharedLines.lacking.map(line => (
          <OfTable key={line.word} line={line} />
        ))}
        <AltTexts />
      </Lines>
      <Lines word="week">
        {sharedLines.week.map(line => (
          <OfTable key={line.word} line={line} />
        ))}
        <Clashes />
      </Lines>
      {may.accounts && (
        <Lines word="service">
          <Failures />
        </Lines>
      )}
    </div>
  )
}

/** For those who see no drafts of others: their own events, and how they are published. */
function Own() {
  const { may } = useUser()
  const t = useMessagesOf(messages)
  return (
    <div className="desk">
      <Lines word="yours">
        {ownLines.map(line => (
          <OfTable key={line.word} line={line} />
        ))}
      </Lines>
      <section>
        <h2>{t('how')}</h2>
        <ol>
          <li>{t('howWrite')}</li>
          <li>{t(may.event.publish ? 'howPublish' : 'howSubmit')}</li>
          {!may.event.publish && <li>{t('howHear')}</li>}
        </ol>
      </section>
    </div>
  )
}

function Lines({ word, children }: { word: keyof typeof messages; children: ReactNode }) {
  const t = useMessagesOf(messages)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t(word)}</h2>
      <ul>{children}</ul>
    </section>
  )
}

type LineProps = {
  text: string
  /** Undefined: not known yet. */
  count: number | undefined
  /** The screen that lists it. */
  href?: string | undefined
  hint?: string | undefined
  go?: (() => void) | undefined
  isGoing?: boolean
}

function Line({ text, count, href, hint, go, isGoing = false }: LineProps) {
  const { locale } = useApp().place
  const t = useMessagesOf(messages)
  return (
    <li className={count ? undefined : 'is-done'}>
      <span className="number">{count === undefined ? '…' : formatNumber(count, locale)}</span>
      <span>
        {href && count ? <Link href={href}>{text}</Link> : text}
        {hint && <span className="hint"> {hint}</span>}
      </span>
      {go && !!count && (
        <Button
          className="small"
          aria-label={t('goThroughLine', { line: text })}
          isPending={isGoing}
          onPress={go}
        >
          {t('goThrough')}
        </Button>
      )}
    </li>
  )
}

/** The records of a view of a table. */
function OfTable({ line }: { line: TableLine }) {
  const { server, place } = useApp()
  const { user } = useUser()
  const t = useMessagesOf(messages)
  const [, navigate] = useLocation()
  const today = useToday()
  const { isPending, mutate } = useGoThrough()
  const form = existing(forms[line.form])
  const view = viewOf(line.view)
  const { into, screen } = line
  const params = {
    kind: existing(form.written),
    query: queryText(questionOf({ form, view, today, user: user.id })),
    per_page: 1,
  }
  const { data } = useQuery({
    queryKey: [form.path, 'desk', params],
    queryFn: ({ signal }) => server.admin('GET /table', params, { signal }),
  })
  return (
    <Line
      text={t(line.word, into && { language: adjectiveOf(into, place.language) })}
      count={data?.total}
      href={screen ?? `/${form.path}?${line.view}`}
      go={() => (screen ? navigate(screen) : mutate({ form, view, language: into }))}
      isGoing={isPending}
    />
  )
}

function AltTexts() {
  const api = useApi()
  const t = useMessagesOf(messages)
  const { data } = useQuery({
    queryKey: ['images', 'desk'],
    queryFn: ({ signal }) =>
      api.images.list({ alt_missing: 'any', per_page: 1, _fields: ['id'] }, { signal }),
  })
  return <Line text={t('altTexts')} count={data?.total} href="/images?lacking=any" />
}

/** Events of the coming days that do not go together. */
function Clashes() {
  const t = useMessagesOf(messages)
  const [, navigate] = useLocation()
  const clashes = useClashes()
  const hint = clashes?.isCut ? t('firstOnly', { count: maxCompared }) : undefined
  const walk = (ids: readonly number[]) => {
    rememberList({ path: 'events', back: '/today', ids })
    navigate(`/events/${ids[0]}`)
  }
  return (['twins', 'overlaps'] as const).map(word => (
    <Line
      key={word}
      text={t(word)}
      count={clashes?.[word].length}
      hint={hint}
      go={() => clashes && walk(clashes[word])}
    />
  ))
}

/** For administrators. */
function Failures() {
  const t = useMessagesOf(messages)
  const failures = useFailures()
  return (
    <>
      <Line text={t('failedImports')} count={failures?.imports} href="/imports" />
      <Line text={t('failedFeeds')} count={failures?.feeds} href="/imports" />
      <Line text={t('failedMails')} count={failures?.mails} href="/status" />
    </>
  )
}

/** The dates that are compared with each other, the earliest first. */
const maxCompared = 1000

/** Events of the coming days that are entered twice or meet in one hall. `isCut`: there are more dates than are compared. */
function useClashes() {
  const { server } = useApp()
  const params = {
    kind: 'event' as const,
    query: queryText({ ...datesOf('week', useToday()), status: 'publish,future,pending' }),
    per_page: maxCompared,
    fields: 'id,title,start_date,end_date,all_day,venue.id',
  }
  const { data } = useQuery({
    queryKey: ['events', 'desk', params],
    queryFn: async ({ signal }) => {
      const { rows, total } = await server.admin('GET /table', params, { signal })
      const events = rows.map(({ id, record }) => datedEvent(id, rowOf(record)))
      return { ...clashesIn(events), isCut: total > rows.length }
    },
  })
  return data
}

function datedEvent(record: number, row: Row): DatedEvent {
  const { id, title, start_date, end_date, all_day, venue } = row
  const venues = Array.isArray(venue) ? venue : venue ? [venue] : []
  return {
    id,
    record,
    title: plainText(String(title ?? '')),
    start: String(start_date),
    end: String(end_date),
    isAllDay: all_day === true,
    venues: venues.map((each: { id: number }) => each.id),
  }
}

/** How long a failed import is of interest, in milliseconds. */
const recent = 14 * 86_400_000

/** What failed in the background: imports, feeds, mails. */
function useFailures() {
  const { server } = useApp()
  const { data } = useQuery({
    queryKey: ['desk', 'failures'],
    queryFn: async ({ signal }) => {
      const [{ imports }, { subscriptions }, { mail }] = await Promise.all([
        server.admin('GET /imports', { per_page: 50 }, { signal }),
        server.admin('GET /subscriptions', {}, { signal }),
        server.admin('GET /status', {}, { signal }),
      ])
      return {
        imports: imports.filter(
          ({ state, started }) =>
            (state === 'failed' || state === 'interrupted') &&
            Date.now() - Date.parse(started) < recent,
        ).length,
        feeds: subscriptions.filter(({ error }) => error !== null).length,
        mails: mail?.failed ?? 0,
      }
    },
  })
  return data
}
