import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { namesIn } from '../../../define/base/objects.ts'
import { type Interval, intervals, runStateNames } from '../../../define/import-messages.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { Confirm } from '../../parts/window.tsx'
import { Columns, unreadIn } from './columns.tsx'
import { HowInputs, howIn, howOf, optionOf } from './how.tsx'
import { isPreview } from './imports.tsx'
import { intervalNames, messages } from './messages.ts'
import { NewNames } from './new-names.tsx'
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
      <Steps key={data.state} run={data} />
      <Report run={data} />
    </>
  )
}

/** What can be done with an import, and what its preview asks. */
function Steps({ run }: { run: ImportDetails }) {
  const [isChanged, setChanged] = useState(false)
  const { state, columns } = run
  const canChoose = state === 'ready' || state === 'failed'
  return (
    <>
      <Actions run={run} isChanged={isChanged} />
      {canChoose && <Choices key={columns.length} run={run} onChange={setChanged} />}
    </>
  )
}

function State({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const { state, counts, done, total, undone, error, from, started, name, by } = run
  return (
    <>
      <p className="hint">
        <StateTag run={run} /> {from} · {name ?? (by ? '' : w('itself'))} · <When at={started} />
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
      {error && <p className={asksColumns(run) ? 'hint' : 'problem'}>{error}</p>}
    </>
  )
}

/** True for a table of which people say what its columns are. */
const asksColumns = ({ state, columns }: ImportDetails) => state === 'failed' && columns.length > 0

function StateTag({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(runStateNames)
  if (asksColumns(run)) return <span className="tag">{w('asksColumns')}</span>
  return <span className={run.state === 'failed' ? 'tag bad' : 'tag'}>{stateName(run.state)}</span>
}

function Undone({ removed, restored, left }: NonNullable<ImportDetails['undone']>) {
  const w = useMessagesOf(messages)
  return <p>{w('undone', { removed, restored, left })}</p>
}

type Verb = 'run' | 'stop' | 'undo'

function Actions({ run, isChanged }: { run: ImportDetails; isChanged: boolean }) {
  const { id, state, can_be_undone, from, counts } = run
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'undo' | 'subscribe'>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (verb: Verb) => server.admin(`POST /imports/:id/${verb}`, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports'] }),
  })
  const canStop = state === 'previewing' || state === 'running'
  const canGoOn = state === 'interrupted' || state === 'stopped'
  // one that cannot be read now is read later
  const canSubscribe =
    ['ready', 'failed', 'done'].includes(state) && /^(?:https?|webcals?):/i.test(from)
  const status = optionOf(run, 'status')
  return (
    <>
      <ProblemNote error={error} />
      <div className="actions import-actions">
        {(state === 'ready' || canGoOn) && (
          <Button
            className="primary"
            isDisabled={isPending || isChanged}
            onPress={() => mutate('run')}
          >
            {w(canGoOn ? 'goOn' : 'run')}
          </Button>
        )}
        {canSubscribe && (
          <Button isDisabled={isChanged} onPress={() => setAsks('subscribe')}>
            {w('subscribeThus')}
          </Button>
        )}
        {state === 'done' && counts && counts.created > 0 && (
          <Link
            className="button"
            href={`/events${status ? `?tab=${status}&when=all` : '?when=all'}`}
          >
            {w(status ? 'seeWaiting' : 'seeEvents')}
          </Link>
        )}
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
      {isChanged && <p className="hint">{w('previewFirst')}</p>}
      {asks === 'subscribe' && <SubscribeThus run={run} onClose={() => setAsks(undefined)} />}
    </>
  )
}

type Props = { run: ImportDetails; onChange(isChanged: boolean): void }

/** What a preview asks: the fields of unknown columns, the records that new names mean, and how all is written. A change has ended once the other preview is there. */
function Choices({ run, onChange }: Props) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { id, format } = run
  const unread = unreadIn(run)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Record<string, string>) =>
      server.admin('POST /imports/:id/preview', { id, ...howIn(typed, run) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['imports'] })
      onChange(false)
    },
  })
  return (
    <Section heading={w('choices')} about={w('choicesAbout')}>
      <PlainForm
        action={w('previewAgain')}
        isPending={isPending}
        error={error}
        keepsEmpty
        onTyping={() => onChange(true)}
        onSend={typed => mutate(typed)}
      >
        {unread.length > 0 && (
          <>
            <p>{w('unread', { count: unread.length })}</p>
            <Columns columns={unread} fields={run.fields} />
          </>
        )}
        <NewNames run={run} onChange={() => onChange(true)} />
        <HowInputs format={format} run={run} />
      </PlainForm>
    </Section>
  )
}

const intervalName = namesIn(intervals)

/** Subscribes to a feed with the choices of its preview. */
function SubscribeThus({ run, onClose }: { run: ImportDetails; onClose(): void }) {
  const w = useMessagesOf(messages)
  const everyName = useMessagesOf(intervalNames)
  const queries = useQueryClient()
  const [, go] = useLocation()
  const { mutate, isPending, error } = useSubmit('POST /subscriptions', {
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['subscriptions'] })
      go('/imports')
    },
  })
  const { format, from: url } = run
  return (
    <FormDialog
      title={w('subscribe')}
      about={url}
      action={w('subscribeNow')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ source, every }) => {
        const often: Interval = intervalName.find(one => one === every) ?? 'daily'
        mutate({ ...howOf(run), url, format, every: often, ...(source && { source }) })
      }}
    >
      <Choice
        name="every"
        label={w('every')}
        defaultValue="daily"
        options={intervalName.map(one => [one, everyName(one)] as const)}
      />
      <TextInput
        name="source"
        label={w('source')}
        hint={w('feedSourceHint')}
        defaultValue={run.source}
        autoComplete="off"
      />
    </FormDialog>
  )
}
