import { forms } from 'virtual:forms'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Link } from 'react-aria-components'
import { useLocation, useSearch } from 'wouter'
import { isNameIn } from '../../../define/base/objects.ts'
import { type Outcome, outcomes } from '../../../define/import-messages.ts'
import { importOptions } from '../../../define/import-options.ts'
import { textIn, withColon } from '../../../define/text/language.ts'
import { formatNumber } from '../../../define/text/number-formats.ts'
import type { AdminOutput, ImportDetails } from '../../../sdk/index.ts'
import { saveFile } from '../../client/save-file.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { messages, outcomeTabs, readNames } from './messages.ts'

type Remark = ImportDetails['notes'][number]

/** The report of an import or of a dry run. */
export function Report({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const {
    read,
    problems,
    conflicts,
    notes,
    listed,
    gone: removed,
    gone_changed: changed,
    undone,
  } = run
  return (
    <>
      {removed > 0 && <p>{w('goneFound', { found: removed, changed })}</p>}
      {undone && undone.records.length > 0 && (
        <Section heading={w('left')}>
          <ul className="lines">
            {undone.records.map(({ kind, id, title, reason }) => (
              <li key={`${kind} ${id}`}>
                <div>
                  <Link href={`/${forms[kind]?.path}/${id}`}>{title || `#${id}`}</Link>
                  <p className="hint">{reason}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ListedRecords run={run} />
      {/* an older report, and that of an archive, list no records */}
      {listed.refused === 0 && <Remarks heading={w('problems')} of={problems} />}
      <Remarks heading={w('conflicts')} of={conflicts} />
      <Remarks heading={w('notes')} of={notes} />
      {read.length > 0 && <Read of={read} />}
    </>
  )
}

/** The guesses about how to read the source. */
function Read({ of }: { of: ImportDetails['read'] }) {
  const { language } = useApp().place
  const w = useMessagesOf(messages)
  const nameOf = (name: string) => textIn(readNames[name] ?? { en: name, fr: name }, language)
  const wordsFor = (name: string, value: string) => {
    const word =
      name === 'dates' && isNameIn(importOptions.dates.names, value)
        ? importOptions.dates.names[value]
        : name === 'kind'
          ? forms[value]?.many
          : undefined
    return word ? textIn(word, language) : value
  }
  // the columns have a table of their own
  const guesses = of.filter(({ name }) => !name.startsWith('column '))
  return (
    <Section heading={w('read')}>
      <ul className="lines">
        {guesses.map(({ name, value }) => (
          <li key={name}>
            <div>
              <strong>{nameOf(name)}</strong>
              <p className="hint">{wordsFor(name, value)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function usePlace() {
  const w = useMessagesOf(messages)
  return ({ line, part, source_id }: Pick<Remark, 'line' | 'part' | 'source_id'>) =>
    [part, line === null ? null : w('line', { line })].filter(Boolean).join(', ') ||
    (source_id ?? '')
}

function Remarks({ heading, of }: { heading: string; of: readonly Remark[] }) {
  const placeOf = usePlace()
  if (of.length === 0) return null
  return (
    <Section heading={heading}>
      <ul className="lines">
        {of.map((remark, at) => (
          <li key={`${placeOf(remark)} ${at}`}>
            <div>
              {remark.reason}
              <p className="hint">{placeOf(remark)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Listed = AdminOutput<'GET /imports/:id/records'>['records'][number]

/** Records on a page, as the service has them. */
const perPage = 20

/** What people look at first. */
const order: readonly Outcome[] = ['refused', 'created', 'updated', 'skipped', 'unchanged']

/** The records of an import by what was done with them, or would be, field by field. */
function ListedRecords({ run }: { run: ImportDetails }) {
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
