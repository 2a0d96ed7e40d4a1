import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { namesIn } from '../../../define/base/objects.ts'
import {
  type ImportFormat,
  type Interval,
  importFormats,
  intervals,
} from '../../../define/import-messages.ts'
import type { Subscription } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { When } from '../../parts/times.tsx'
import { Confirm } from '../../parts/window.tsx'
import { HowInputs, howIn } from './how.tsx'
import { feedStateNames, formatNames, intervalNames, messages } from './messages.ts'

const intervalName = namesIn(intervals)

/** Feeds that are imported regularly. */
export function Feeds() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [adds, setAdds] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['subscriptions'],
    queryFn: () => server.admin('GET /subscriptions', {}),
    staleTime: 0,
  })
  const feeds = data?.subscriptions ?? []
  return (
    <Section heading={w('feeds')} about={w('feedsAbout')}>
      <ProblemNote error={error} />
      <ul className="lines">
        {feeds.map(feed => (
          <Feed key={feed.id} feed={feed} />
        ))}
      </ul>
      <div className="actions import-actions">
        <Button onPress={() => setAdds(true)}>{w('subscribe')}</Button>
      </div>
      {adds && <Subscribe onClose={() => setAdds(false)} />}
    </Section>
  )
}

type Change = { state?: 'active' | 'paused'; now?: boolean }

function Feed({ feed }: { feed: Subscription }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(feedStateNames)
  const everyName = useMessagesOf(intervalNames)
  const queries = useQueryClient()
  const [ends, setEnds] = useState(false)
  const { id, source, url, state, every, checked, error, name } = feed
  const after = { onSettled: () => queries.invalidateQueries({ queryKey: ['subscriptions'] }) }
  const change = useMutation({
    mutationFn: (to: Change) => server.admin('PATCH /subscriptions/:id', { id, ...to }),
    ...after,
  })
  const end = useMutation({
    mutationFn: () => server.admin('DELETE /subscriptions/:id', { id }),
    ...after,
  })
  const isActive = state === 'active'
  return (
    <li>
      <div>
        <strong>{source}</strong>{' '}
        <span className={state === 'disabled' ? 'tag bad' : 'tag'}>{stateName(state)}</span>
        <p className="hint">{url}</p>
        <p className="hint">
          {everyName(every)} · {w('checked')} <When at={checked} />
          {name && ` · ${name}`}
        </p>
        {error && <p className="problem">{error}</p>}
        <ProblemNote error={change.error ?? end.error} />
      </div>
      <div className="actions">
        {isActive && <Button onPress={() => change.mutate({ now: true })}>{w('readNow')}</Button>}
        <Button onPress={() => change.mutate({ state: isActive ? 'paused' : 'active' })}>
          {w(isActive ? 'pause' : 'resume')}
        </Button>
        <Button onPress={() => setEnds(true)}>{w('unsubscribe')}</Button>
      </div>
      <Confirm
        isOpen={ends}
        heading={w('unsubscribe')}
        about={w('unsubscribeAbout', { source })}
        action={w('unsubscribe')}
        onConfirm={() => end.mutate()}
        onClose={() => setEnds(false)}
      />
    </li>
  )
}

function Subscribe({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const formatName = useMessagesOf(formatNames)
  const everyName = useMessagesOf(intervalNames)
  const queries = useQueryClient()
  const [format, setFormat] = useState<ImportFormat>('ics')
  const { mutate, isPending, error } = useSubmit('POST /subscriptions', {
    onSuccess() {
      onClose()
      return queries.invalidateQueries({ queryKey: ['subscriptions'] })
    },
  })
  return (
    <FormDialog
      title={w('subscribe')}
      action={w('subscribe')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={typed => {
        const { url = '', source, every } = typed
        const often: Interval = intervalName.find(one => one === every) ?? 'daily'
        mutate({ url, format, every: often, ...(source && { source }), ...howIn(typed) })
      }}
    >
      <TextInput name="url" label={w('url')} isRequired autoFocus autoComplete="off" />
      <Choice
        label={w('format')}
        value={format}
        options={importFormats.map(one => [one, formatName(one)] as const)}
        onChange={word => setFormat(importFormats.find(one => one === word) ?? format)}
      />
      <Choice
        name="every"
        label={w('every')}
        defaultValue="daily"
        options={intervalName.map(one => [one, everyName(one)] as const)}
      />
      <TextInput name="source" label={w('source')} hint={w('feedSourceHint')} autoComplete="off" />
      <HowInputs format={format} />
    </FormDialog>
  )
}
