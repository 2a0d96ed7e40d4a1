import { forms } from 'virtual:forms'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { type Sentence, textIn } from '../../../define/text/language.ts'
import { type AuditAction, type Activity as Line, plainText } from '../../../sdk/index.ts'
import { type BulkChange, isGoingOn, undoBulk } from '../../client/bulk.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages as shared } from '../../messages.ts'
import { Choice } from '../../parts/choice.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { showProblem } from '../../parts/toast.tsx'

type ActivityFilters = { user?: { id: number; name: string }; kind?: Line['kind'] }

/** Milliseconds between two looks while a bulk change goes on. */
const lookEvery = 1000

/** The lines of all pages. A bulk change or an import may end on a later page than it began on: it is shown once. */
function linesOf(pages: readonly { activity: Line[] }[] = []): Line[] {
  const runs = new Set<number>()
  return pages.flatMap(({ activity }) =>
    activity.filter(({ bulk, import: imported }) => {
      const run = bulk?.id ?? imported?.id
      const isNew = run === undefined || !runs.has(run)
      if (run !== undefined) runs.add(run)
      return isNew
    }),
  )
}

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
    refetchInterval: ({ state }) =>
      linesOf(state.data?.pages).some(({ bulk }) => bulk && isGoingOn(bulk)) ? lookEvery : false,
  })
  const lines = linesOf(data?.pages)
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
        {line.bulk && line.bulk.into !== null ? w('merged') : did(action)}{' '}
        {line.bulk ? (
          <Records bulk={line.bulk} />
        ) : line.import ? (
          <OfImport of={line.import} />
        ) : path && title !== null ? (
          <Link href={`/${path}/${record}`}>{what}</Link>
        ) : (
          what
        )}
        {line.restored_from !== null &&
          !line.bulk &&
          !line.import &&
          ` ${w('from', { version: line.restored_from })}`}
        <p className="hint">
          {kinds.get(kind)} · <When at={time} />
        </p>
      </div>
      {line.bulk && <UndoBulk bulk={line.bulk} />}
    </li>
  )
}

/** The number of records of a bulk change, its progress, and those that it has left as they are. */
function Records({ bulk }: { bulk: BulkChange }) {
  const w = useMessagesOf(messages)
  const { state, changed, into, total, through, undone, error } = bulk
  const refused = state === 'undone' && undone ? undone : bulk
  const isWaiting = isGoingOn(bulk)
  return (
    <>
      {w('records', { count: into === null ? changed : total + 1 })}
      {isWaiting &&
        into === null &&
        ` · ${w('progress', { through, count: state === 'undoing' ? changed : total })}`}
      {state === 'undone' && ` · ${w('undone')}`}
      {error && ` · ${error}`}
      {!isWaiting && refused.all_refused > 0 && (
        <details>
          <summary>{w('refused', { count: refused.all_refused })}</summary>
          <ul>
            {refused.refused.map(({ id, title, message }) => (
              <li key={id}>{`${plainText(title) || `#${id}`} – ${message}`}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function OfImport({ of: { id, from } }: { of: { id: number; from: string } }) {
  const { may } = useUser()
  const w = useMessagesOf(messages)
  const text = w('import', { from })
  return may.imports ? <Link href={`/imports/${id}`}>{text}</Link> : text
}

function UndoBulk({ bulk: { id, can_be_undone } }: { bulk: BulkChange }) {
  const { server } = useApp()
  const queries = useQueryClient()
  const w = useMessagesOf(messages)
  const fresh = () => queries.invalidateQueries()
  async function undo() {
    try {
      await undoBulk(server, id, () => void queries.invalidateQueries({ queryKey: ['activity'] }))
    } catch (error) {
      showProblem(error)
    }
    await fresh()
  }
  return can_be_undone && <Button onPress={() => void undo()}>{w('undo')}</Button>
}

const messages = {
  about: {
    en: 'Who did what, newest first.',
    fr: 'Qui a fait quoi, du plus récent au plus ancien.',
  },
  kind: { en: 'What', fr: 'Quoi' },
  anyKind: { en: 'Everything', fr: 'Tout' },
  user: { en: 'user', fr: 'compte' },
  credential: { en: 'token', fr: 'jeton' },
  setting: { en: 'settings', fr: 'réglages' },
  only: { en: 'Only what {name} did', fr: 'Seulement ce qu’a fait {name}' },
  everyone: { en: 'What everyone did', fr: 'Ce que tout le monde a fait' },
  service: shared.visitorOrService,
  /** For changes of accounts, tokens and settings without a signed-in user. */
  itself: { en: 'The service or its command line', fr: 'Le service ou sa ligne de commande' },
  gone: { en: 'deleted account', fr: 'compte supprimé' },
  from: { en: 'as of version {version}', fr: 'dans sa version {version}' },
  merged: { en: 'merged', fr: 'a fusionné' },
  records: { en: '{count} {count|record|records}', fr: '{count} {count|fiche|fiches}' },
  progress: { en: '{through} of {count} …', fr: '{through} sur {count}…' },
  refused: { en: '{count} refused', fr: '{count} {count|refusée|refusées}' },
  undone: { en: 'undone', fr: 'annulé' },
  undo: shared.undo,
  import: { en: 'records of the import {from}', fr: 'des fiches de l’importation {from}' },
  older: { en: 'Older', fr: 'Plus ancien' },
  none: { en: 'No activity yet.', fr: 'Aucune activité pour le moment.' },
  further: {
    en: 'Nothing so far; look further back.',
    fr: 'Rien jusqu’ici ; cherchez plus loin dans le passé.',
  },
} as const satisfies Record<string, Sentence>

/** The verb alone is a French message, because the noun comes first: “a publié”. */
const actionMessages = {
  created: { en: 'created', fr: 'a créé' },
  changed: { en: 'changed', fr: 'a modifié' },
  deleted: { en: 'deleted', fr: 'a supprimé' },
  published: { en: 'published', fr: 'a publié' },
  scheduled: { en: 'scheduled', fr: 'a planifié' },
  submitted: { en: 'submitted for review', fr: 'a soumis à relecture' },
  withdrawn: { en: 'unpublished', fr: 'a dépublié' },
  trashed: { en: 'moved to the trash', fr: 'a mis à la corbeille' },
  restored: { en: 'restored', fr: 'a restauré' },
  returned: { en: 'returned to its author', fr: 'a renvoyé à son auteur' },
} as const satisfies Record<AuditAction, Sentence>
