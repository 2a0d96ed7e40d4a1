import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button, FileTrigger, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import { type ImportFormat, importFormats, runStateNames } from '../../../define/import-messages.ts'
import { feedSourceFor } from '../../../define/source-url.ts'
import type { AdminInput, Import, Subscription } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dayAndTime, When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { Confirm } from '../../parts/window.tsx'
import type { Server } from '../../server.ts'
import { asUrl } from '../settings/file-input.tsx'
import { HowInputs, howIn } from './how.tsx'
import { feedStateNames, formatNames, intervalNames, messages } from './messages.ts'

/** The format that the name of a file or URL suggests. */
function guessed(name: string): ImportFormat | undefined {
  if (/^webcal|\.ics(\?|$)/i.test(name)) return 'ics'
  if (/\.(csv|tsv|txt|xlsx|ods)$/i.test(name)) return 'csv'
  if (/\.(jsonld|json|html?|xml)$/i.test(name)) return 'jsonld'
  return undefined
}

/** The formats of files; sites are read by their URL. */
const ofFiles = importFormats.filter(format => format !== 'tec')

/** Asks what is imported, and goes to its preview. */
function NewImport({ onClose }: { onClose(): void }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const formatName = useMessagesOf(formatNames)
  const [, go] = useLocation()
  const [isFile, setIsFile] = useState(true)
  const [file, setFile] = useState<File>()
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [sent, setSent] = useState(0)
  const formats = isFile ? ofFiles : importFormats
  const { mutate, isPending, error } = useMutation({
    async mutationFn(typed: Record<string, string>): Promise<number> {
      const { source, url } = typed
      const given = { format, ...(source && { source }), ...howIn(typed) }
      if (!isFile) return (await server.admin('POST /imports', { ...given, url })).id
      if (!file) throw new Error(w('noFile'))
      return upload(server.admin, given, file, setSent)
    },
    onSuccess: id => go(`/imports/${id}`),
  })
  const guess = (name: string) => setFormat(guessed(name) ?? format)
  return (
    <FormDialog
      title={w('create')}
      action={w('preview')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={typed => mutate(typed)}
    >
      <Choice
        label={w('from')}
        value={isFile ? 'file' : 'url'}
        options={[
          ['file', w('file')],
          ['url', w('url')],
        ]}
        onChange={word => {
          setIsFile(word === 'file')
          setFormat(word === 'file' ? 'csv' : 'ics')
        }}
      />
      {isFile ? (
        <FileField
          file={file}
          onChoose={chosen => {
            setFile(chosen)
            guess(chosen.name)
          }}
          sent={isPending ? sent : undefined}
        />
      ) : (
        <TextInput name="url" label={w('url')} isRequired autoFocus onChange={guess} />
      )}
      <Choice
        label={w('format')}
        value={format}
        options={formats.map(one => [one, formatName(one)] as const)}
        onChange={word => setFormat(formats.find(one => one === word) ?? format)}
      />
      <TextInput name="source" label={w('source')} hint={w('sourceHint')} autoComplete="off" />
      <HowInputs format={format} />
    </FormDialog>
  )
}

type FileProps = {
  file: File | undefined
  onChoose(file: File): void
  /** The uploaded part of it, from 0 to 1; undefined: there is no upload. */
  sent: number | undefined
}

function FileField({ file, onChoose, sent }: FileProps) {
  const w = useMessagesOf(messages)
  return (
    <div className="field">
      <FileTrigger
        onSelect={files => {
          const [chosen] = files ?? []
          if (chosen) onChoose(chosen)
        }}
      >
        <Button>{w('chooseFile')}</Button>
      </FileTrigger>
      {file && <p className="hint">{w('chosen', { file: file.name })}</p>}
      {sent !== undefined && (
        <p role="status" className="hint">
          {w('sending', { percent: Math.round(sent * 100) })}
        </p>
      )}
    </div>
  )
}

/** Bytes of one part. */
const partSize = 1024 * 1024

/** Sends a file for an import, one part after the other; `progress` receives how much, from 0 to 1. */
async function upload(
  admin: Server['admin'],
  given: AdminInput<'POST /imports'>,
  file: File,
  progress: (done: number) => void,
): Promise<number> {
  const { id } = await admin('POST /imports', { ...given, file: file.name })
  for (let at = 0; at === 0 || at < file.size; at += partSize) {
    progress(at / Math.max(file.size, 1))
    const [, part = ''] = (await asUrl(file.slice(at, at + partSize))).split(',')
    const last = at + partSize >= file.size
    await admin('POST /imports/:id/parts', { id, part, last })
  }
  return id
}

/** Imports that were run, and another one. */
export function Imports({ title }: TitledScreen) {
  const w = useMessagesOf(messages)
  const [creates, setCreates] = useState(false)
  return (
    <>
      <Title text={title}>
        <Button className="primary" onPress={() => setCreates(true)}>
          {w('create')}
        </Button>
      </Title>
      <p className="intro">{w('about')}</p>
      <History />
      <Feeds />
      {creates && <NewImport onClose={() => setCreates(false)} />}
    </>
  )
}

function History() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['imports'],
    queryFn: ({ pageParam }) =>
      server.admin('GET /imports', { ...(pageParam && { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const imports = data?.pages.flatMap(page => page.imports) ?? []
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  return (
    <section aria-label={w('history')}>
      {imports.length === 0 && <p role="status">{w('none')}</p>}
      <ul className="lines">
        {imports.map(one => (
          <Line key={one.id} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="pager">
          <Button onPress={() => fetchNextPage()} isDisabled={isFetchingNextPage}>
            {w('older')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Line({ one: { id, source, from, state, counts, started, by, name } }: { one: Import }) {
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(runStateNames)
  return (
    <li>
      <div>
        <Link href={`/imports/${id}`}>{source}</Link>{' '}
        <span className={state === 'failed' ? 'tag bad' : 'tag'}>{stateName(state)}</span>
        {counts && <p className="hint">{w(isPreview(state) ? 'would' : 'counts', counts)}</p>}
        <p className="hint">
          {from} · {name ?? (by ? '' : w('itself'))} · <When at={started} />
        </p>
      </div>
    </li>
  )
}

/** True if nothing has been written yet. */
export const isPreview = (state: Import['state']) =>
  state === 'new' || state === 'previewing' || state === 'ready'

/** Feeds that are imported regularly. */
function Feeds() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [adds, setAdds] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['subscriptions'],
    queryFn: () => server.admin('GET /subscriptions', {}),
    staleTime: 0,
    // a reading begins and ends without the user
    refetchInterval: ({ state }) => (state.data?.subscriptions.some(isAwaited) ? 2000 : 30_000),
  })
  const feeds = data?.subscriptions ?? []
  const queries = useQueryClient()
  // what a reading changed is in the history
  const changes = feeds.map(feed => feed.import).join()
  useEffect(() => {
    if (changes) void queries.invalidateQueries({ queryKey: ['imports'], exact: true })
  }, [changes, queries])
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

/** True while a feed is read, or is about to be. */
const isAwaited = ({ state, reading, next }: Subscription) =>
  state === 'active' && (reading || Date.parse(next) <= Date.now())

type Change = { state?: 'active' | 'paused'; now?: boolean }

function Feed({ feed }: { feed: Subscription }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(feedStateNames)
  const everyName = useMessagesOf(intervalNames)
  const queries = useQueryClient()
  const [ends, setEnds] = useState(false)
  const { id, source, url, state, every, checked, next, error, name, brought } = feed
  const { locale } = useApp().place
  const isActive = state === 'active'
  const after = { onSettled: () => queries.invalidateQueries({ queryKey: ['subscriptions'] }) }
  const change = useMutation({
    mutationFn: (to: Change) => server.admin('PATCH /subscriptions/:id', { id, ...to }),
    ...after,
  })
  const end = useMutation({
    mutationFn: () => server.admin('DELETE /subscriptions/:id', { id }),
    ...after,
  })
  return (
    <li>
      <div>
        <strong>{source}</strong>{' '}
        <span className={state === 'disabled' ? 'tag bad' : 'tag'}>{stateName(state)}</span>
        <p className="hint">{url}</p>
        <p className="hint">
          {everyName(every)}
          {name && ` · ${name}`}
        </p>
        <p className="hint" role="status">
          {w('checked')} <When at={checked} />
          {isActive && ' · '}
          {isActive &&
            (isAwaited(feed) ? w('reading') : w('next', { at: dayAndTime(next, locale) }))}
        </p>
        {brought && feed.import !== null && (
          <p className="hint">
            <Link href={`/imports/${feed.import}`}>{w('lastChange')}</Link> ·{' '}
            {w('brought', brought)}
          </p>
        )}
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

/** A feed is previewed first: the screen of its preview has what subscribes to it. */
function Subscribe({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const formatName = useMessagesOf(formatNames)
  const [, go] = useLocation()
  const [format, setFormat] = useState<ImportFormat>('ics')
  const { mutate, isPending, error } = useSubmit('POST /imports', {
    onSuccess: ({ id }) => go(`/imports/${id}`),
  })
  return (
    <FormDialog
      title={w('subscribe')}
      about={w('subscribeAbout')}
      action={w('preview')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={typed => {
        const { url = '', source = feedSourceFor(url) } = typed
        mutate({ url, format, ...(source && { source }), ...howIn(typed) })
      }}
    >
      <TextInput name="url" label={w('url')} isRequired autoFocus autoComplete="off" />
      <Choice
        label={w('format')}
        value={format}
        options={importFormats.map(one => [one, formatName(one)] as const)}
        onChange={word => setFormat(importFormats.find(one => one === word) ?? format)}
      />
      <TextInput name="source" label={w('source')} hint={w('feedSourceHint')} autoComplete="off" />
      <HowInputs format={format} />
    </FormDialog>
  )
}
