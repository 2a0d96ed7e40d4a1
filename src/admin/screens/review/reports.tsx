import { forms } from 'virtual:forms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { existing, isObject } from '../../../define/base/objects.ts'
import { postLinkKinds } from '../../../define/record.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { rowOf } from '../../forms/records.ts'
import { valuesOf } from '../../forms/values.ts'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { useRead } from '../editor/open.ts'
import { compare } from '../history/compare.ts'
import { Differences } from '../history/differences.tsx'
import { Details } from './details.tsx'
import { messages } from './messages.ts'
import { type OpenReport, reportsKey, useReports } from './use-reports.ts'

const form = existing(forms.event)

/** Reports on published events, each with its event beside it, until an editor closes it. */
export function Reports() {
  const t = useMessagesOf(messages)
  const [open, setOpen] = useState<number>()
  const id = useId()
  const data = useReports()
  if (!data || data.total + data.closed.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('reports')}</h2>
      <ul className="queue">
        {data.reports.map(report => (
          <Reported
            key={report.id}
            report={report}
            isOpen={report.id === open}
            onOpen={isOpen => setOpen(isOpen ? report.id : undefined)}
          />
        ))}
      </ul>
      {data.total > data.reports.length && (
        <p className="hint">{t('firstReports', { count: data.reports.length })}</p>
      )}
      {data.closed.length > 0 && <ClosedReports reports={data.closed} />}
    </section>
  )
}

type Props = { report: OpenReport; isOpen: boolean; onOpen(isOpen: boolean): void }

function Reported({ report, isOpen, onOpen }: Props) {
  const t = useMessagesOf(messages)
  const detailsId = useId()
  const { event, what, note, name, email, time } = report
  const title = plainText(report.title)
  return (
    <li className={isOpen ? 'is-open' : undefined}>
      <div className="queue-head">
        <em className="badge">{t(what)}</em>
        <div>
          <h3>
            <button
              type="button"
              className="plain"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => onOpen(!isOpen)}
            >
              {title}
            </button>
          </h3>
          <p className="hint">
            <When at={time} /> · {t('by', { name: name || email || t('visitor') })}
            {email && (
              <>
                {' '}
                <a href={`mailto:${email}`}>{email}</a>
              </>
            )}
          </p>
          {note && <blockquote>{note}</blockquote>}
        </div>
        <Decision report={report} title={title} />
      </div>
      <div id={detailsId} className="queue-details" hidden={!isOpen}>
        {isOpen && (
          <>
            {hasChange(report) && <Proposed report={report} />}
            <Details id={event} />
            <div className="actions">
              <Link className="button" href={`/events/${event}`}>
                {t('edit')}
              </Link>
            </div>
          </>
        )}
      </div>
    </li>
  )
}

type ClosedProps = { reports: NonNullable<ReturnType<typeof useReports>>['closed'] }

/** Reports that were closed by mistake are found and reopened here. */
function ClosedReports({ reports }: ClosedProps) {
  const t = useMessagesOf(messages)
  const reopen = useReopen()
  return (
    <details>
      <summary>{t('closedReports')}</summary>
      <ul className="queue">
        {reports.map(({ id, title, note, closed, closed_by: name }) => (
          <li key={id}>
            <div className="queue-head">
              <div>
                <h3>{plainText(title)}</h3>
                <p className="hint">
                  <When at={closed} /> · {t('closedBy', { name })}
                </p>
                {note && <blockquote>{note}</blockquote>}
              </div>
              <div className="actions">
                <Button
                  aria-label={t('reopenOne', { title: plainText(title) })}
                  onPress={() => reopen(id).catch(showProblem)}
                >
                  {t('reopen')}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

function useReopen() {
  const { server } = useApp()
  const queries = useQueryClient()
  return async (id: number) => {
    await server.admin('POST /reports/:id/reopen', { id })
    await queries.invalidateQueries({ queryKey: reportsKey })
  }
}

const hasChange = ({ change }: OpenReport) => Object.keys(change).length > 0

/** Writes what a report asks for, or only closes it. */
function Decision({ report, title }: { report: OpenReport; title: string }) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const queries = useQueryClient()
  const reopen = useReopen()
  const { id } = report
  const decide = useMutation({
    mutationFn: async (isAgreed: boolean) => {
      if (isAgreed) await server.admin('POST /reports/:id/apply', { id })
      else await server.admin('DELETE /reports/:id', { id })
    },
    onSuccess: (_, isAgreed) =>
      isAgreed
        ? showToast({ text: t('applied', { title }) })
        : showToast({
            text: t('closed', { title }),
            action: { text: t('undo'), run: () => reopen(id) },
          }),
    onError: showProblem,
    onSettled: () =>
      Promise.all(
        [reportsKey, [form.path]].map(queryKey => queries.invalidateQueries({ queryKey })),
      ),
  })
  return (
    <div className="actions">
      <Button
        aria-label={t('closeOne', { title })}
        isDisabled={decide.isPending}
        onPress={() => decide.mutate(false)}
      >
        {t('close')}
      </Button>
      {hasChange(report) && (
        <Button
          className="primary"
          aria-label={t('applyOne', { title })}
          isDisabled={decide.isPending}
          onPress={() => decide.mutate(true)}
        >
          {t('apply')}
        </Button>
      )}
    </div>
  )
}

/** What the change of a report makes of the event. */
function Proposed({ report: { id, event, change } }: { report: OpenReport }) {
  const { server } = useApp()
  const t = useMessagesOf(messages)
  const read = useRead(form)
  const { data, error } = useQuery({
    queryKey: [form.path, 'review', 'report', id],
    queryFn: async () => {
      const [now, then] = await Promise.all([
        read(event),
        server.admin('GET /reports/:id/preview', { id }),
      ])
      return compare(form, now.values, withNew(valuesOf(form, rowOf(then.record)), change))
    },
  })
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  const texts = data.texts.filter(({ field }) => field.name !== 'slug')
  return (
    <>
      <h3>{t('proposed')}</h3>
      <Differences facts={data.facts} texts={texts} />
    </>
  )
}

/** A venue or organizer that the change would make has a name, and no record yet. */
function withNew(values: ReturnType<typeof valuesOf>, change: object) {
  const facts = { ...values.facts }
  for (const [name, one] of Object.entries(change))
    if (isObject(one) && postLinkKinds.some(kind => kind === name)) {
      const { city } = one
      const text = [one[name], city].filter(Boolean).join(', ')
      facts[name] = [{ name: text }]
    }
  return { ...values, facts }
}
