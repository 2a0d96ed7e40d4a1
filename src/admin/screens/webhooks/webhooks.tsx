import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { isDated } from '../../../define/record.ts'
import { deliveryErrors, webhookScopes, webhookStates } from '../../../define/webhooks.ts'
import type { Delivery, Webhook } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { SecretWindow } from '../../parts/secret.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dayAndTime, When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { Confirm } from '../../parts/window.tsx'
import { errorNames, messages, stateNames } from './messages.ts'

/** URLs that get a message of each change, with their last messages. */
export function Webhooks() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [adds, setAdds] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => server.admin('GET /webhooks', {}),
    staleTime: 0,
    // messages are sent without the user
    refetchInterval: 10_000,
  })
  return (
    <>
      <Title text={w('title')}>
        <Button className="primary" onPress={() => setAdds(true)}>
          {w('add')}
        </Button>
      </Title>
      <p className="intro">{w('about')}</p>
      {!data && (error ? <ProblemNote error={error} /> : <Skeleton lines={4} />)}
      {data?.webhooks.length === 0 && <p className="hint">{w('none')}</p>}
      <ul className="lines">
        {data?.webhooks.map(webhook => (
          <Line key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {adds && <Add onClose={() => setAdds(false)} />}
    </>
  )
}

function Add({ onClose }: { onClose(): void }) {
  const { site } = useUser()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { mutate, isPending, error, data } = useSubmit('POST /webhooks', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (data) return <NewKey secret={data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={w('add')}
      action={w('make')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ url = '', kinds, categories, tags, scope: chosen, language, records }) => {
        const scope = webhookScopes.find(each => each === chosen) ?? 'public'
        const own = languageOr(language) || undefined
        mutate({
          url,
          scope,
          records: records === 'full',
          ...(kinds === 'dated' && { kinds: ['event'] }),
          ...(categories && { categories: wordsIn(categories) }),
          ...(tags && { tags: wordsIn(tags) }),
          ...(own && { language: own }),
        })
      }}
    >
      <TextInput name="url" type="url" label={w('url')} autoComplete="off" isRequired autoFocus />
      <Choice
        name="kinds"
        label={w('kinds')}
        options={[
          ['', w('all')],
          ['dated', w('events')],
        ]}
      />
      <TextInput name="categories" label={w('categories')} hint={w('termsHint')} />
      <TextInput name="tags" label={w('tags')} hint={w('termsHint')} />
      <Choice
        name="scope"
        label={w('scope')}
        options={webhookScopes.map(each => [each, w(each)] as const)}
      />
      <Choice
        name="language"
        label={w('language')}
        defaultValue={site.language}
        options={site.languages.map(({ code, name }) => [code, name] as const)}
      />
      <Choice
        name="records"
        label={w('records')}
        options={[
          ['thin', w('thin')],
          ['full', w('full')],
        ]}
      />
    </FormDialog>
  )
}

/** Slugs or IDs, with commas or spaces between them. */
const wordsIn = (written: string) => written.split(/[\s,]+/).filter(Boolean)

function NewKey({ secret, onClose }: { secret: string; onClose(): void }) {
  const w = useMessagesOf(messages)
  return (
    <SecretWindow heading={w('secret')} secret={secret} onClose={onClose}>
      <p>{w('secretAbout')}</p>
    </SecretWindow>
  )
}

/** What is done with a webhook; its list is read again after each. */
function useActs({ id, state }: Webhook) {
  const { server } = useApp()
  const queries = useQueryClient()
  const after = { onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }) }
  const to = state === 'active' ? 'paused' : 'active'
  return {
    change: useMutation({
      mutationFn: () => server.admin('PATCH /webhooks/:id', { id, state: to }),
      ...after,
    }),
    test: useMutation({
      mutationFn: () => server.admin('POST /webhooks/:id/test', { id }),
      ...after,
    }),
    remove: useMutation({
      mutationFn: () => server.admin('DELETE /webhooks/:id', { id }),
      ...after,
    }),
    rotate: useMutation({
      mutationFn: () => server.admin('POST /webhooks/:id/secret', { id }),
      ...after,
    }),
  }
}

function Line({ webhook }: { webhook: Webhook }) {
  const { locale } = useApp().place
  const w = useMessagesOf(messages)
  const stateName = useMessagesOf(stateNames)
  const acts = useActs(webhook)
  const { url, kinds, categories, tags, scope, language, records, failures, next } = webhook
  const state = webhookStates.find(each => each === webhook.state) ?? 'paused'
  const isActive = state === 'active'
  const about = [
    w(kinds.every(isDated) ? 'events' : 'all'),
    ...(categories.length + tags.length > 0 ? [w('someTerms')] : []),
    w(scope === 'own' ? 'own' : 'public'),
    w(records ? 'full' : 'thin'),
    language,
  ]
  const { change, test, remove, rotate } = acts
  return (
    <li>
      <div>
        <strong>{url}</strong>{' '}
        <span className={state === 'disabled' ? 'tag bad' : 'tag'}>{stateName(state)}</span>
        <p className="hint">{about.join(' · ')}</p>
        {failures > 0 && isActive && next && (
          <p className="hint">
            {w('nextTry')} {dayAndTime(next, locale)}
          </p>
        )}
        <ProblemNote error={change.error ?? test.error ?? remove.error ?? rotate.error} />
        <Messages webhook={webhook} />
      </div>
      <Acts url={url} isActive={isActive} acts={acts} />
      {rotate.data && <NewKey secret={rotate.data.secret} onClose={rotate.reset} />}
    </li>
  )
}

type ActsProps = { url: string; isActive: boolean; acts: ReturnType<typeof useActs> }

function Acts({ url, isActive, acts: { change, test, remove, rotate } }: ActsProps) {
  const w = useMessagesOf(messages)
  const [asked, setAsked] = useState<'rotate' | 'remove'>()
  const close = () => setAsked(undefined)
  return (
    <div className="actions">
      <Button isPending={test.isPending} onPress={() => test.mutate()}>
        {w('test')}
      </Button>
      <Button onPress={() => change.mutate()}>{w(isActive ? 'pause' : 'resume')}</Button>
      <Button onPress={() => setAsked('rotate')}>{w('rotate')}</Button>
      <Button onPress={() => setAsked('remove')}>{w('remove')}</Button>
      <Confirm
        heading={w('rotate')}
        about={w('rotateAbout')}
        action={w('rotate')}
        isOpen={asked === 'rotate'}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      />
      <Confirm
        heading={w('remove')}
        about={w('removeAbout', { url })}
        action={w('remove')}
        isDanger
        isOpen={asked === 'remove'}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </div>
  )
}

/** The last messages, the newest first, each of which can be sent again. */
function Messages({ webhook: { id, deliveries } }: { webhook: Webhook }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (message: string) => server.admin('POST /webhooks/:id/deliveries', { id, message }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  if (deliveries.length === 0) return null
  return (
    <details className="past">
      <summary>{w('last')}</summary>
      <ProblemNote error={error} />
      <ul className="lines">
        {deliveries.map((delivery, at) => (
          // one that was sent again is there twice
          <li key={`${delivery.message} ${deliveries.length - at}`}>
            <Sent delivery={delivery} />
            {delivery.record && (
              <Button
                isPending={isPending}
                aria-label={`${w('again')} ${delivery.type} ${delivery.record}`}
                onPress={() => mutate(delivery.message)}
              >
                {w('again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Sent({ delivery: { type, record, sent, status, error: word } }: { delivery: Delivery }) {
  const w = useMessagesOf(messages)
  const reason = useMessagesOf(errorNames)
  const error = deliveryErrors.find(each => each === word)
  return (
    <div>
      <code>{type}</code> {record} · <When at={sent} />
      <p className="hint">
        {error ? <span className="tag bad">{reason(error)}</span> : w('arrived')}
        {status && ` · ${status}`}
      </p>
    </div>
  )
}
