import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { runStateNames } from '../../../define/import-messages.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { Confirm } from '../../parts/window.tsx'
import { HowInputs, howIn } from './how.tsx'
import { isPreview } from './imports.tsx'
import { messages } from './messages.ts'
import { Report } from './report.tsx'

/** Milliseconds between two looks at an import that goes on. */
const lookEvery = 1000

const busy: readonly ImportDetails['state'][] = ['previewing', 'running', 'stopping', 'undoing']
const isBusy = (state: ImportDetails['state'] | undefined) =>
  state !== undefined && busy.includes(state)

/** One import: its preview, progress and report, and what can be done with it. */
export function OneImport({ id }: { id: number }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['imports', id],
    queryFn: () => server.admin('GET /imports/:id', { id }),
    refetchInterval: ({ state }) => (isBusy(state.data?.state) ? lookEvery : false),
    staleTime: 0,
  })
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  return (
    <>
      <Title text={w('one', { source: data.source })} />
      <p>
        <Link href="/imports">{w('back')}</Link>
      </p>
      <State run={data} />
      <Actions run={data} />
      <Report run={data} />
    </>
  )
}

function State({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(runStateNames)
  const { state, counts, done, total, undone, error, from, started, name, by } = run
  return (
    <>
      <p className="hint">
        <span className={state === 'failed' ? 'tag bad' : 'tag'}>{stateName(state)}</span> {from} ·{' '}
        {name ?? (by ? '' : w('itself'))} · <When at={started} />
      </p>
      <div role="status">
        {isBusy(state) && (
          <p>
            {total === null ? w('progressOnly', { done }) : w('progress', { done, total })}{' '}
            {total !== null && <progress value={done} max={Math.max(total, 1)} />}
          </p>
        )}
        {counts && !isBusy(state) && <p>{w(isPreview(state) ? 'would' : 'counts', counts)}</p>}
        {undone && <Undone {...undone} />}
      </div>
      {error && <p className="problem">{error}</p>}
    </>
  )
}

function Undone({ removed, restored, left }: NonNullable<ImportDetails['undone']>) {
  const w = useMessagesOf(messages)
  return <p>{w('undone', { removed, restored, left })}</p>
}

type Verb = 'run' | 'stop' | 'undo'

function Actions({ run }: { run: ImportDetails }) {
  const { id, state, can_be_undone } = run
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'undo' | 'preview'>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (verb: Verb) => server.admin(`POST /imports/:id/${verb}`, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  })
  const canStop = state === 'previewing' || state === 'running'
  const canGoOn = state === 'interrupted' || state === 'stopped'
  const canPreview = state === 'ready' || state === 'failed'
  return (
    <>
      <ProblemNote error={error} />
      <div className="actions import-actions">
        {(state === 'ready' || canGoOn) && (
          <Button className="primary" isDisabled={isPending} onPress={() => mutate('run')}>
            {w(canGoOn ? 'goOn' : 'run')}
          </Button>
        )}
        {canPreview && <Button onPress={() => setAsks('preview')}>{w('previewAgain')}</Button>}
        {canStop && <Button onPress={() => mutate('stop')}>{w('stop')}</Button>}
        {can_be_undone && <Button onPress={() => setAsks('undo')}>{w('undo')}</Button>}
      </div>
      <Confirm
        isOpen={asks === 'undo'}
        heading={w('undo')}
        about={w('undoAbout')}
        action={w('undo')}
        isDanger
        onConfirm={() => mutate('undo')}
        onClose={() => setAsks(undefined)}
      />
      {asks === 'preview' && <PreviewAgain run={run} onClose={() => setAsks(undefined)} />}
    </>
  )
}

/** The same source, read or written in another way. */
function PreviewAgain({ run, onClose }: { run: ImportDetails; onClose(): void }) {
  const { id, format } = run
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Record<string, string>) =>
      server.admin('POST /imports/:id/preview', { id, ...howIn(typed, run) }),
    onSuccess() {
      onClose()
      return queries.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  return (
    <FormDialog
      title={w('previewAgain')}
      action={w('preview')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={typed => mutate(typed)}
    >
      <HowInputs format={format} run={run} />
    </FormDialog>
  )
}
