import { forms } from 'virtual:forms'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import type { Activity as Line } from '../../../sdk/account-types.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { actionMessages, messages } from './messages.ts'

type ActivityFilters = { user?: { id: number; name: string }; kind?: Line['kind'] }

/** The change log: who did what to which record. */
export function Activity({ title }: TitledScreen) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [filters, setFilters] = useState<ActivityFilters>({})
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['activity', filters],
    queryFn: ({ pageParam }) =>
      server.admin('GET /activity', {
        ...(filters.user && { user: filters.user.id }),
        ...(filters.kind && { kind: filters.kind }),
        ...(pageParam && { before: pageParam }),
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const lines = data?.pages.flatMap(({ activity }) => activity) ?? []
  return (
    <>
      <Title text={title} />
      <p className="intro">{w('about')}</p>
      <Filters filters={filters} onFilter={setFilters} />
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      {data && lines.length === 0 && <p role="status">{w(hasNextPage ? 'further' : 'none')}</p>}
      <ul className="lines">
        {lines.map(line => (
          <Done key={line.id} line={line} onPerson={user => setFilters({ ...filters, user })} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pager">
          <Button onPress={() => fetchNextPage()} isDisabled={isFetchingNextPage}>
            {w('older')}
          </Button>
        </div>
      )}
    </>
  )
}

function Filters({
  filters,
  onFilter,
}: {
  filters: ActivityFilters
  onFilter(filters: ActivityFilters): void
}) {
  const { may } = useUser()
  const w = useMessagesOf(messages)
  const kinds = useKinds()
  return (
    <search className="filters">
      <Choice
        label={w('kind')}
        value={filters.kind ?? ''}
        options={[
          ['', w('anyKind')],
          ...[...kinds].filter(([kind]) => may.accounts || kind in forms),
        ]}
        onChange={word => {
          const kind = [...kinds.keys()].find(one => one === word)
          onFilter({ ...(filters.user && { user: filters.user }), ...(kind && { kind }) })
        }}
      />
      {filters.user && (
        <Button onPress={() => onFilter(filters.kind ? { kind: filters.kind } : {})}>
          {w('everyone')}
        </Button>
      )}
    </search>
  )
}

/** The names of the kinds of records. */
function useKinds(): Map<Line['kind'], string> {
  const { language } = useApp().place
  const w = useMessagesOf(messages)
  const ofRecords = Object.values(forms).map(
    ({ name, one }) => [name, textIn(one, language)] as const,
  )
  return new Map<Line['kind'], string>([
    ...ofRecords,
    ['user', w('user')],
    ['credential', w('credential')],
    ['setting', w('setting')],
  ])
}

/** The labels of settings, for users who may see them. */
function useSettingLabels(isEnabled: boolean): ReadonlyMap<string, string | null> {
  const { server, place } = useApp()
  const { may } = useUser()
  const { data } = useQuery({
    queryKey: ['setting labels', place.language],
    queryFn: async () => (await server.admin('GET /settings')).settings,
    enabled: isEnabled && may.accounts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return new Map(data?.map(({ name, label }) => [name, label]))
}

type DoneProps = { line: Line; onPerson(user: { id: number; name: string }): void }

function Done({ line, onPerson }: DoneProps) {
  const w = useMessagesOf(messages)
  const did = useMessagesOf(actionMessages)
  const kinds = useKinds()
  const { user, action, kind, record, title, time } = line
  const name = line.name ?? w('gone')
  const settings = useSettingLabels(kind === 'setting')
  const what = (title && settings.get(title)) || title || `#${record}`
  const path = kind === 'user' ? 'users' : forms[kind]?.path
  return (
    <li>
      <div>
        {user ? (
          <Button
            className="as-link"
            aria-label={w('only', { name })}
            onPress={() => onPerson({ id: user, name })}
          >
            {name}
          </Button>
        ) : (
          w(kind in forms ? 'service' : 'itself')
        )}{' '}
        {did(action)}{' '}
        {path && title !== null ? <Link href={`/${path}/${record}`}>{what}</Link> : what}
        {line.restored_from !== null && ` ${w('from', { version: line.restored_from })}`}
        <p className="hint">
          {kinds.get(kind)} · <When at={time} />
        </p>
      </div>
    </li>
  )
}
