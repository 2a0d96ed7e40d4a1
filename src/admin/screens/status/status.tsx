import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { isNameIn } from '../../../define/base/objects.ts'
import { withColon } from '../../../define/text/language.ts'
import { formatBytes, formatNumber } from '../../../define/text/number-formats.ts'
import type { Status as ServiceStatus } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { formatHits } from './figures.ts'
import { messages } from './messages.ts'

type Of = { status: ServiceStatus }

/** The state of the service, with findings. It is read on demand: a screen that reads by itself would keep its session alive. */
export function Status({ title }: TitledScreen) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: () => server.admin('GET /status'),
    staleTime: 0,
  })
  return (
    <div className="sections">
      <Title text={title}>
        <Button isDisabled={isFetching} onPress={() => refetch()}>
          {w('refresh')}
        </Button>
      </Title>
      {error && <ProblemNote error={error} />}
      {data ? <All status={data} /> : !error && <Skeleton />}
    </div>
  )
}

const All = ({ status }: Of) => (
  <>
    <Findings status={status} />
    <Program status={status} />
    <Lists status={status} />
    <Writes status={status} />
    <Storage status={status} />
    <Mail status={status} />
    <Log status={status} />
  </>
)

function Findings({ status: { findings } }: Of) {
  const w = useMessagesOf(messages)
  return (
    <Section heading={w('findings')} about={w('more')}>
      {findings.length === 0 && (
        <p role="status">
          <span className="tag">{w('fine')}</span>
        </p>
      )}
      <ul className="lines">
        {findings.map(({ level, message, advice }) => (
          <li key={message}>
            <div>
              <strong>{message}</strong>{' '}
              <span className={level === 'error' ? 'tag bad' : 'tag'}>{w(level)}</span>
              <p className="hint">{advice}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Fact = readonly [name: keyof typeof messages, value: ReactNode]

/** `[name, value]`; facts without a value are left out. */
function Facts({ of }: { of: readonly Fact[] }) {
  const w = useMessagesOf(messages)
  return (
    <dl className="facts">
      {of.map(
        ([name, value]) =>
          value !== undefined && (
            <Fragment key={name}>
              <dt>{w(name)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** Figures as the reader writes them. */
function useFigures() {
  const { locale } = useApp().place
  return {
    bytes: (of: number) => formatBytes(of, locale),
    number: (of: number) => formatNumber(of, locale),
    hits: (of: { hits: number; misses: number }) => formatHits(of, locale),
  }
}

function Program({ status }: Of) {
  const w = useMessagesOf(messages)
  const { bytes } = useFigures()
  const { version, commit, node, database, started, workers } = status
  const { count, number, memory } = workers
  return (
    <Section heading={w('program')}>
      <Facts
        of={[
          ['version', version],
          ['commit', commit === null ? undefined : <code>{commit.slice(0, 8)}</code>],
          ['node', node],
          ['database', w(database)],
          ['started', <When key="started" at={started} />],
          ['workers', number === null ? count : w('workersOf', { count, number })],
          ['memory', bytes(memory)],
        ]}
      />
    </Section>
  )
}

function Lists({ status: { lists, caches } }: Of) {
  const w = useMessagesOf(messages)
  const { locale } = useApp().place
  const label = (of: keyof typeof messages) => withColon(w(of), locale)
  const { bytes, number, hits } = useFigures()
  const { ready, dates, repairs } = lists
  const corrected = repairs > 0 ? ` · ${w('repairs', { count: repairs })}` : ''
  return (
    <Section heading={w('lists')}>
      <Facts
        of={[['index', (ready ? w('ready', { count: number(dates) }) : w('building')) + corrected]]}
      />
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{w('cache')}</th>
            <th scope="col">{w('size')}</th>
            <th scope="col">{w('hitRate')}</th>
          </tr>
        </thead>
        <tbody>
          {caches.map(({ name, bytes: held, limit, ...counts }) => (
            <tr key={name}>
              <th scope="row">{isNameIn(messages, name) ? w(name) : name}</th>
              <td data-label={label('size')}>
                {w('sizeOf', { bytes: bytes(held), limit: bytes(limit) })}
              </td>
              <td data-label={label('hitRate')}>{hits(counts) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Writes({ status: { writes, images } }: Of) {
  const w = useMessagesOf(messages)
  const { number } = useFigures()
  const { waiting, position, behind } = writes
  const at =
    position === null
      ? w('journalDeaf')
      : w('journalAt', { position: number(position), behind: number(behind ?? 0) })
  return (
    <Section heading={w('writing')}>
      <Facts
        of={[
          ['waiting', number(waiting)],
          ['journal', at],
          ['images', w('imagesNow', images)],
        ]}
      />
    </Section>
  )
}

function Storage({ status: { disk, database_bytes: size, last_backup: backup } }: Of) {
  const w = useMessagesOf(messages)
  const { bytes } = useFigures()
  const free = disk ? { bytes: bytes(disk.free), limit: bytes(disk.size) } : undefined
  return (
    <Section heading={w('storage')}>
      <Facts
        of={[
          ['disk', free && w('sizeOf', free)],
          ['databaseSize', size === null ? undefined : bytes(size)],
          ['lastBackup', <When key="backup" at={backup} />],
        ]}
      />
    </Section>
  )
}

function Mail({ status: { mail } }: Of) {
  const w = useMessagesOf(messages)
  const { number } = useFigures()
  return (
    <Section heading={w('mail')} about={mail && w('sinceStart')}>
      {mail ? (
        <Facts
          of={[
            ['sent', number(mail.sent)],
            ['waiting', number(mail.waiting)],
            ['delayed', number(mail.delayed)],
            ['failed', number(mail.failed)],
          ]}
        />
      ) : (
        <p>{w('mailOff')}</p>
      )}
    </Section>
  )
}

function Log({ status: { log } }: Of) {
  const w = useMessagesOf(messages)
  const { number } = useFigures()
  return (
    <Section heading={w('log')} about={w('sinceStart')}>
      <Facts
        of={[
          ['warnings', number(log.warnings)],
          ['errors', number(log.errors)],
        ]}
      />
    </Section>
  )
}
