import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Checkbox } from 'react-aria-components'
import { reviewMailChoices, roleNames } from '../../../define/account-messages.ts'
import type { Session } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useWelcome, whoKey } from '../../client/welcome.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { DoneNote } from '../../parts/hint.tsx'
import { PasswordInput } from '../../parts/password-input.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { messages } from './messages.ts'
import { SecondFactor } from './second-factor.tsx'

/** One's own account: name, ways to sign in, and sessions. */
export function Account() {
  const w = useMessagesOf(messages)
  return (
    <div className="sections">
      <Title text={w('title')} />
      <Profile />
      <Password />
      <SecondFactor />
      <Sessions />
    </div>
  )
}

function Profile() {
  const { user, site, may } = useUser()
  const t = useMessages()
  const w = useMessagesOf(messages)
  const role = useMessagesOf(roleNames)
  const queries = useQueryClient()
  const [email, setEmail] = useState(user.email)
  const { mutate, isPending, isSuccess, error } = useSubmit('PATCH /account', {
    onSuccess: () => queries.invalidateQueries({ queryKey: whoKey }),
  })
  return (
    <Section
      heading={w('profile')}
      about={w('profileAbout', { login: user.login, role: role(user.role) })}
    >
      <PlainForm
        action={t('save')}
        isPending={isPending}
        error={error}
        onSend={({ name = '', email = '', language, review_mails, password }) =>
          mutate({
            name,
            email,
            language: languageOr(language),
            ...(review_mails && {
              review_mails: reviewMailChoices.find(word => word === review_mails),
            }),
            ...(password && { password }),
          })
        }
        keepsEmpty
        more={<DoneNote text={isSuccess && t('saved')} />}
      >
        <TextInput name="name" label={t('name')} autoComplete="name" defaultValue={user.name} />
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          hint={w('emailHint')}
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
        {email !== user.email && (
          <PasswordInput name="password" label={w('present')} hint={w('emailGuarded')} />
        )}
        <Choice
          name="language"
          label={w('language')}
          hint={w('languageHint')}
          defaultValue={user.language}
          options={[
            ['', w('siteLanguage')],
            ...site.languages.map(({ code, name }) => [code, name] as const),
          ]}
        />
        {site.sendsMail && may.event.create && <EventMails />}
      </PlainForm>
    </Section>
  )
}

/** E-mails about events of all, for those who review them, and about one’s own. */
function EventMails() {
  const { user, may } = useUser()
  const w = useMessagesOf(messages)
  const seesAll = may.event.read_unpublished === 'all'
  // what happens to one’s own events is not collected
  const choices = reviewMailChoices.filter(word => seesAll || word !== 'daily')
  return (
    <Choice
      name="review_mails"
      label={w('reviewMails')}
      hint={[seesAll && w('reviewMailsHint'), w('ownMailsHint')].filter(Boolean).join(' ')}
      defaultValue={user.reviewMails}
      options={choices.map(word => [word, w(word)] as const)}
    />
  )
}

function Password() {
  const { server } = useApp()
  const { user } = useUser()
  const t = useMessages()
  const w = useMessagesOf(messages)
  const welcome = useWelcome()
  const queries = useQueryClient()
  const [round, setRound] = useState(0)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ password = '', new_password = '', revoke_tokens }: Record<string, string>) =>
      server.admin('POST /password', {
        password,
        new_password,
        ...(revoke_tokens && { revoke_tokens: true }),
      }),
    onSuccess(who) {
      welcome(who)
      setRound(round + 1)
      for (const key of ['sessions', 'tokens']) queries.invalidateQueries({ queryKey: [key] })
    },
  })
  return (
    <Section heading={t('password')} about={w('passwordAbout')}>
      <PlainForm
        key={round}
        action={w('changePassword')}
        isPending={isPending}
        error={error}
        onSend={mutate}
        more={<DoneNote text={isSuccess && w('passwordChanged')} />}
      >
        <input type="hidden" autoComplete="username" value={user.login} />
        <PasswordInput name="password" label={w('present')} />
        <PasswordInput name="new_password" label={w('newPassword')} isNew />
        <Checkbox className="check" name="revoke_tokens" value="yes">
          <span aria-hidden="true" className="box" />
          {w('revokeTokens')}
        </Checkbox>
      </PlainForm>
    </Section>
  )
}

/** The sessions of the user. */
function Sessions() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const queryKey = ['sessions']
  const { data, error } = useQuery({ queryKey, queryFn: () => server.admin('GET /sessions') })
  const isOver = () => queries.invalidateQueries({ queryKey })
  const end = useSubmit('DELETE /sessions/:id', {
    onSuccess: isOver,
  })
  const others = useMutation({
    mutationFn: () => server.admin('DELETE /sessions', { keep: 'current' }),
    onSuccess: isOver,
  })
  return (
    <Section heading={w('sessions')} about={w('sessionsAbout')}>
      <ProblemNote error={error ?? end.error ?? others.error} />
      {!data && !error && <Skeleton lines={3} />}
      <ul className="lines">
        {data?.sessions.map(session => (
          <Line key={session.id} session={session} onEnd={() => end.mutate({ id: session.id })} />
        ))}
      </ul>
      <div className="actions">
        {data && data.sessions.length > 1 && (
          <Button onPress={() => others.mutate()}>{w('endOthers')}</Button>
        )}
        <Button className="danger" onPress={() => setAsks(true)}>
          {w('endAll')}
        </Button>
      </div>
      {asks && <EndAll onClose={() => setAsks(false)} />}
    </Section>
  )
}

function Line({ session, onEnd }: { session: Session; onEnd(): void }) {
  const { browser, system, agent, address, used, current } = session
  const w = useMessagesOf(messages)
  const name = browser && system ? w('on', { browser, system }) : browser || system || agent
  return (
    <li>
      <div>
        <strong>{name}</strong> {current && <span className="tag">{w('here')}</span>}
        <p className="hint">
          {address} · {w('lastUsed')} <When at={used} />
        </p>
      </div>
      {!current && (
        <Button onPress={onEnd} aria-label={w('endOne', { name })}>
          {w('end')}
        </Button>
      )}
    </li>
  )
}

function EndAll({ onClose }: { onClose(): void }) {
  const { server } = useApp()
  const queries = useQueryClient()
  const w = useMessagesOf(messages)
  const welcome = useWelcome()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await queries.cancelQueries()
      await server.admin('DELETE /sessions')
      return server.admin('GET /session')
    },
    onSuccess: welcome,
  })
  return (
    <FormDialog
      title={w('endAll')}
      about={w('endAllAbout')}
      action={w('endAll')}
      isDanger
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => mutate()}
    />
  )
}
