import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'
import type { Sentence } from '../../define/text/language.ts'
import type { Rights } from '../../sdk/index.ts'
import { useApi, useMessagesOf } from '../context.tsx'
import { hasDesk, seesPeople } from '../forms/rights.ts'
import { messages } from '../messages.ts'
import type { TitledScreen } from '../parts/title.tsx'
import { messages as reviewMessages } from './review/messages.ts'
import { useReports } from './review/use-reports.ts'
import { waiting } from './review/waiting.ts'

/** The parts of the menu; `first` stands before the kinds of records, within the content. */
export type MenuGroup = 'first' | 'content' | 'people' | 'operation'

type OtherScreen = {
  path: string
  group: MenuGroup
  /** In the menu, and above the screen. */
  title: Sentence
  /** True if the menu shows the screen; the service enforces the permissions. */
  isFor(may: Rights): boolean
  Screen: ComponentType<TitledScreen>
  /** The number of waiting records, shown in the menu. */
  Count?: ComponentType
}

const forAll = () => import('./screens-for-all.ts')
const ofOperation = () => import('./screens-of-operation.ts')

/** The screens that are about no records, in the order of their part of the menu. */
export const otherScreens: readonly OtherScreen[] = [
  {
    path: 'today',
    group: 'first',
    title: messages.today,
    isFor: hasDesk,
    Screen: lazy(async () => ({ default: (await import('./desk/desk.tsx')).Desk })),
  },
  {
    path: 'review',
    group: 'content',
    title: messages.review,
    isFor: seesPeople,
    Screen: lazy(async () => ({ default: (await forAll()).Review })),
    Count: ReviewCount,
  },
  {
    path: 'activity',
    group: 'content',
    title: messages.activity,
    isFor: seesPeople,
    Screen: lazy(async () => ({ default: (await forAll()).Activity })),
  },
  {
    path: 'users',
    group: 'people',
    title: messages.users,
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await ofOperation()).Users })),
  },
  {
    path: 'imports',
    group: 'operation',
    title: messages.imports,
    isFor: may => may.imports,
    Screen: lazy(async () => ({ default: (await ofOperation()).Imports })),
  },
  {
    path: 'backups',
    group: 'operation',
    title: messages.backups,
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await ofOperation()).Backups })),
  },
  {
    path: 'webhooks',
    group: 'operation',
    title: messages.webhooks,
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await ofOperation()).Webhooks })),
  },
  {
    path: 'settings',
    group: 'operation',
    title: messages.settings,
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await ofOperation()).Settings })),
  },
  {
    path: 'status',
    group: 'operation',
    title: messages.status,
    isFor: may => may.accounts,
    Screen: lazy(async () => ({ default: (await ofOperation()).Status })),
  },
  {
    path: 'tokens',
    group: 'people',
    title: messages.tokens,
    isFor: () => true,
    Screen: lazy(async () => ({ default: (await forAll()).Tokens })),
  },
  {
    path: 'account',
    group: 'people',
    title: messages.account,
    isFor: () => true,
    Screen: lazy(async () => ({ default: (await forAll()).Account })),
  },
]

export const OneUser = lazy(async () => ({ default: (await ofOperation()).OneUser }))
export const OneImport = lazy(async () => ({ default: (await ofOperation()).OneImport }))

/** The number of events that wait for an editor; nothing if there are none. */
function ReviewCount() {
  const api = useApi()
  const w = useMessagesOf(reviewMessages)
  const reports = useReports()?.total ?? 0
  const { data: events = 0 } = useQuery({
    queryKey: ['events', 'review', 'count'],
    queryFn: async ({ signal }) =>
      (await api.events.list({ ...waiting, per_page: 1, _fields: ['id'] }, { signal })).total,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  })
  const data = events + reports
  if (data === 0) return null
  return (
    <em className="badge">
      <span aria-hidden="true">{data}</span>
      <span className="visually-hidden">{w('waiting', { count: data })}</span>
    </em>
  )
}
