import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components'
import { formatBytes } from '../../../define/text/number-formats.ts'
import type { Backups as BackupStatus } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dayAndTime } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { messages } from './messages.ts'

/** Exports to download, and backups. */
export function Backups({ title }: TitledScreen) {
  const w = useMessagesOf(messages)
  return (
    <div className="sections">
      <Title text={title} />
      <p className="hint intro">{w('about')}</p>
      <Export />
      <BackupList />
    </div>
  )
}

const formats = ['archive', 'ics', 'csv', 'ndjson'] as const
type What = (typeof formats)[number] | 'backup'

/** Gets the URL of a file and lets the browser load it, which says how far it is. */
function useDownload() {
  const { server } = useApp()
  return useMutation({
    mutationFn: (of: { what: What; filter?: string; name?: string }) =>
      server.admin('POST /downloads', of),
    onSuccess: ({ url }) => location.assign(url),
  })
}

function Export() {
  const w = useMessagesOf(messages)
  const [format, setFormat] = useState<(typeof formats)[number]>('archive')
  const [filter, setFilter] = useState('')
  const { mutate, isPending, error } = useDownload()
  return (
    <Section heading={w('export')} about={w('exportAbout')}>
      <Choice
        label={w('format')}
        value={format}
        options={formats.map(one => [one, w(one)] as const)}
        onChange={word => setFormat(formats.find(one => one === word) ?? format)}
      />
      {format !== 'archive' && (
        <TextInput
          name="filter"
          label={w('filter')}
          hint={w('filterHint')}
          autoComplete="off"
          onChange={setFilter}
        />
      )}
      <ProblemNote error={error} />
      <div className="actions">
        <Button
          className="primary"
          isDisabled={isPending}
          onPress={() =>
            mutate({ what: format, ...(format !== 'archive' && filter && { filter }) })
          }
        >
          {w('download')}
        </Button>
      </div>
    </Section>
  )
}

const key = ['backups']
/** Milliseconds between two looks while a backup is being made. */
const lookEvery = 1000

function BackupList() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => server.admin('GET /backups'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.working ? lookEvery : false),
  })
  const begin = useMutation({
    mutationFn: () => server.admin('POST /backups', {}),
    onSuccess: status => queries.setQueryData(key, status),
  })
  const verify = useMutation({
    mutationFn: (name: string) => server.admin('POST /backups/verify', { name }),
    onSuccess: status => queries.setQueryData(key, status),
  })
  const about: ReactNode = data && (
    <>
      {data.every > 0 ? w('every', { every: data.every, keep: data.keep }) : w('never')}{' '}
      {w('place', { place: data.place })}
    </>
  )
  return (
    <Section heading={w('backups')} about={about}>
      <ProblemNote error={error ?? begin.error ?? verify.error} />
      {data ? <Listed status={data} onVerify={verify.mutate} /> : !error && <Skeleton />}
      <div className="actions">
        <Button isDisabled={!data || data.working} onPress={() => begin.mutate()}>
          {w('make')}
        </Button>
      </div>
      {data?.backups[0] && (
        <details>
          <summary>{w('restore')}</summary>
          <p className="hint">{w('restoreAbout')}</p>
          <p>
            <code>almanac backup restore {data.backups[0].name}</code>
          </p>
        </details>
      )}
    </Section>
  )
}

type ListProps = { status: BackupStatus; onVerify(name: string): void }

function Listed({ status, onVerify }: ListProps) {
  const w = useMessagesOf(messages)
  const { backups, working, failure, problem, encrypted } = status
  return (
    <>
      {failure !== null && <p className="problem">{w('failed', { reason: failure })}</p>}
      {problem !== null && <p className="problem">{w('unread', { reason: problem })}</p>}
      {!encrypted && <p className="hint">{w('open')}</p>}
      <p role="status">{working ? w('working') : backups.length === 0 ? w('none') : ''}</p>
      <ul className="lines">
        {backups.map(one => (
          <Line key={one.name} one={one} status={status} onVerify={onVerify} />
        ))}
      </ul>
    </>
  )
}

function Line({ one, status, onVerify }: ListProps & { one: BackupStatus['backups'][number] }) {
  const { locale } = useApp().place
  const w = useMessagesOf(messages)
  const download = useDownload()
  const { name, created, events, bytes, encrypted, has_key } = one
  const verified = status.verified?.name === name ? status.verified : null
  const size = formatBytes(bytes, locale)
  return (
    <li>
      <div>
        <strong>{dayAndTime(created, locale)}</strong>{' '}
        {encrypted && <span className="tag">{w('encrypted')}</span>}
        {!has_key && <span className="tag bad">{w('withoutKey')}</span>}
        {verified && (
          <span className={verified.problem === null ? 'tag' : 'tag bad'}>
            {verified.problem === null ? w('complete') : w('broken', { problem: verified.problem })}
          </span>
        )}
        <p className="hint">{w('facts', { events, size })}</p>
        <p className="hint">{name}</p>
        <ProblemNote error={download.error} />
      </div>
      <div className="actions">
        <Button
          aria-label={w('verifyOf', { name })}
          isDisabled={status.working}
          onPress={() => onVerify(name)}
        >
          {w('verify')}
        </Button>
        <Button
          aria-label={w('downloadOf', { name })}
          isDisabled={download.isPending}
          onPress={() => download.mutate({ what: 'backup', name })}
        >
          {w('download')}
        </Button>
      </div>
    </li>
  )
}
