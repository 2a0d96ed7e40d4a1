import { forms } from 'virtual:forms'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Link } from 'react-aria-components'
import { useLocation, useSearch } from 'wouter'
import { type Outcome, outcomes } from '../../../define/import-messages.ts'
import { textIn, withColon } from '../../../define/text/language.ts'
import { formatNumber } from '../../../define/text/number-formats.ts'
import type { AdminOutput, ImportDetails } from '../../../sdk/index.ts'
import { saveFile } from '../../client/save-file.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { messages, outcomeTabs } from './messages.ts'

type Listed = AdminOutput<'GET /imports/:id/records'>['records'][number]

/** Records on a page, as the service has them. */
const perPage = 20

/** What people look at first. */
const order: readonly Outcome[] = ['refused', 'created', 'updated', 'skipped', 'unchanged']

/** The records of an import by what was done with them, or would be, field by field. */
export function ListedRecords({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const { id, listed, format, ended } = run
  const params = new URLSearchParams(useSearch())
  const tabs = order.filter(outcome => listed[outcome] > 0)
  const asked = outcomes.find(outcome => outcome === params.get('show'))
  const outcome = asked && tabs.includes(asked) ? asked : tabs[0]
  if (!outcome) return null
  const page = Math.max(1, Number(params.get('page')) || 1)
  return (
    <Section heading={w('records')}>
      <Tabs id={id} listed={listed} tabs={tabs} outcome={outcome} />
      {outcome === 'refused' && format === 'csv' && <Download id={id} />}
      <Page id={id} outcome={outcome} page={page} ended={ended} total={listed[outcome]} />
    </Section>
  )
}

type TabsProps = Pick<ImportDetails, 'id' | 'listed'> & {
  tabs: readonly Outcome[]
  outcome: Outcome
}

function Tabs({ id, listed, tabs, outcome }: TabsProps) {
  const { locale } = useApp().place
  const w = useMessagesOf(messages)
  const tabName = useMessagesOf(outcomeTabs)
  return (
    <nav aria-label={w('records')} className="tabs">
      <ul>
        {tabs.map(one => (
          <li key={one}>
            <Link
              href={`/imports/${id}?show=${one}`}
              {...(one === outcome && { 'aria-current': 'page' as const })}
            >
              {tabName(one)}
              <span className="number">{formatNumber(listed[one], locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PageProps = {
  id: number
  outcome: Outcome
  page: number
  total: number
  /** Another run of it lists others. */
  ended: string | null
}

function Page({ id, outcome, page, total, ended }: PageProps) {
  const { server } = useApp()
  const [, go] = useLocation()
  const { data, error } = useQuery({
    queryKey: ['imports', id, 'records', outcome, page, ended],
    queryFn: () => server.admin('GET /imports/:id/records', { id, outcome, page }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <>
      <ProblemNote error={error} />
      <ul className="import-records">
        {data?.records.map(record => (
          <Record key={`${record.kind} ${record.source_id} ${record.line}`} record={record} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(total / perPage)}
        onPage={to => go(`/imports/${id}?show=${outcome}&page=${to}`)}
      />
    </>
  )
}

function Record({ record }: { record: Listed }) {
  const { language } = useApp().place
  const w = useMessagesOf(messages)
  const { kind, id, title, line, part, reason, column, value, fields } = record
  const form = forms[kind]
  const name = title || w('untitled')
  const place = [part, line === null ? null : w('line', { line })].filter(Boolean).join(', ')
  return (
    <li>
      <h3>
        {id !== null && form ? <Link href={`/${form.path}/${id}`}>{name}</Link> : name}{' '}
        <span className="hint">
          {[form && textIn(form.one, language), place].filter(Boolean).join(' · ')}
        </span>
      </h3>
      {reason && (
        <p>
          {column !== null && (
            <>
              <strong>{value ? `${withColon(column, language)} ${value}` : column}</strong>
              <br />
            </>
          )}
          {reason}
        </p>
      )}
      {fields.length > 0 && (
        <dl>
          {fields.map(({ name, label, language: of, before, after }) => (
            <div key={`${name} ${of}`}>
              <dt>{label + (of ? ` (${of})` : '')}</dt>
              <dd {...(of && { lang: of })}>
                {before !== '' && (
                  <>
                    <del>{before}</del>{' '}
                  </>
                )}
                {before === '' ? after : <ins>{after || w('nothing')}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** Saves the refused rows as a file. */
function Download({ id }: { id: number }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => server.admin('GET /imports/:id/refused', { id }),
    onSuccess: ({ name, content }) => saveFile(name, 'text/csv', content),
  })
  return (
    <>
      <p className="hint">{w('correctRows')}</p>
      <ProblemNote error={error} />
      <div className="actions import-actions">
        <Button isDisabled={isPending} onPress={() => mutate()}>
          {w('download')}
        </Button>
      </div>
    </>
  )
}
