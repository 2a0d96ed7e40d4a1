import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Link } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { AccountLink, User } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { DoneNote } from '../../parts/hint.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { TokenList } from '../tokens/tokens.tsx'
import { LanguageChoice, RoleChoice } from './invite.tsx'
import { messages } from './messages.ts'
import { NewLink } from './new-link.tsx'
import { State } from './state.tsx'

/** One account, as administrators see and change it. */
export function OneUser({ id }: { id: number }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['users', id],
    queryFn: () => server.admin('GET /users/:id', { id }),
  })
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  const { user } = data
  return (
    <div className="sections">
      <p>
        <Link href="/users">{w('back')}</Link>
      </p>
      <Title text={user.name || user.login} />
      <Profile user={user} />
      <Access user={user} />
      <Section heading={w('tokens')}>
        <TokenList of={id} />
      </Section>
    </div>
  )
}

function Profile({ user }: { user: User }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [role, setRole] = useState(user.role)
  const { mutate, isPending, isSuccess, error } = useSubmit('PATCH /users/:id', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  return (
    <Section heading={w('profile')} about={w('profileAbout')}>
      <PlainForm
        action={t('save')}
        isPending={isPending}
        error={error}
        keepsEmpty
        onSend={({ name = '', email = '', language }) =>
          mutate({
            id: user.id,
            name,
            email,
            language: languageOr(language),
            ...(role !== user.role && { role }),
          })
        }
        more={<DoneNote text={isSuccess && t('saved')} />}
      >
        <TextInput label={t('newLogin')} value={user.login} isReadOnly />
        <TextInput name="name" label={t('name')} autoComplete="off" defaultValue={user.name} />
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="off"
          defaultValue={user.email}
        />
        <RoleChoice role={role} onRole={setRole} />
        <LanguageChoice language={user.language} />
      </PlainForm>
    </Section>
  )
}

type Act = 'newLink' | 'unlink' | 'resetFactor' | 'endSessions' | 'disable' | 'enable'

/** The state of a user’s account, and the actions of an administrator on it. */
function Access({ user }: { user: User }) {
  const w = useMessagesOf(messages)
  const [asks, setAsks] = useState<Act | 'remove'>()
  const [link, setLink] = useState<AccountLink>()
  const [message, setMessage] = useState('')
  const close = () => setAsks(undefined)
  const acts: Act[] = [
    'newLink',
    'endSessions',
    ...(user.provider ? (['unlink'] as const) : []),
    ...(user.second_factor ? (['resetFactor'] as const) : []),
    user.disabled ? 'enable' : 'disable',
  ]
  return (
    <Section heading={w('access')}>
      <Facts user={user} />
      <div className="actions">
        {acts.map(act => (
          <Button key={act} onPress={() => setAsks(act)}>
            {w(act)}
          </Button>
        ))}
        <Button className="danger" onPress={() => setAsks('remove')}>
          {w('remove')}
        </Button>
      </div>
      <DoneNote text={message} />
      {asks && asks !== 'remove' && (
        <ActDialog
          key={asks}
          act={asks}
          user={user}
          onClose={close}
          onLink={setLink}
          onMessage={setMessage}
        />
      )}
      {asks === 'remove' && <Remove user={user} onClose={close} />}
      {link && <NewLink login={user.login} link={link} onClose={() => setLink(undefined)} />}
    </Section>
  )
}

function Facts({ user }: { user: User }) {
  const { site } = useUser()
  const w = useMessagesOf(messages)
  return (
    <dl className="facts">
      <dt>{w('state')}</dt>
      <dd>
        <State user={user} />
      </dd>
      <dt>{w('factor')}</dt>
      <dd>{w(user.second_factor ? 'on' : 'off')}</dd>
      {user.provider && (
        <>
          <dt>{w('provider')}</dt>
          <dd>{site.provider || w('on')}</dd>
        </>
      )}
      <dt>{w('lastUsed')}</dt>
      <dd>
        <When at={user.last_used} />
      </dd>
      <dt>{w('created')}</dt>
      <dd>
        <When at={user.created} />
      </dd>
    </dl>
  )
}

type ActDialogProps = {
  act: Act
  user: User
  onClose(): void
  onLink(link: AccountLink): void
  onMessage(text: string): void
}

function ActDialog({ act, user, onClose, onLink, onMessage }: ActDialogProps) {
  const w = useMessagesOf(messages)
  const { admin } = useApp().server
  const queries = useQueryClient()
  const { id, login } = user
  const acts: Record<Act, () => Promise<unknown>> = {
    newLink: async () => onLink((await admin('POST /users/:id/link', { id })).link),
    unlink: () => admin('DELETE /users/:id/provider', { id }),
    resetFactor: () => admin('DELETE /users/:id/second-factor', { id }),
    endSessions: async () => {
      const { ended } = await admin('DELETE /users/:id/sessions', { id })
      onMessage(w('ended', { count: ended }))
    },
    disable: () => admin('PATCH /users/:id', { id, disabled: true }),
    enable: () => admin('PATCH /users/:id', { id, disabled: false }),
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: acts[act],
    onSuccess() {
      onClose()
      return queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <FormDialog
      title={w(act)}
      about={act !== 'enable' && w(`${act}About`, { login })}
      action={w(act)}
      isDanger={act === 'disable' || act === 'resetFactor'}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => mutate()}
    />
  )
}

/** Deleting takes the login, typed. */
function Remove({ user: { id, login }, onClose }: { user: User; onClose(): void }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => server.admin('DELETE /users/:id', { id }),
    onSuccess() {
      navigate('/users')
      queries.removeQueries({ queryKey: ['users', id] })
      return queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
  return (
    <FormDialog
      title={w('remove')}
      about={w('removeAbout', { login })}
      action={w('remove')}
      isDanger
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => mutate()}
    >
      <TextInput
        name="login"
        label={w('removeTyped', { login })}
        validate={typed => (typed === login ? null : w('removeWrong'))}
        autoComplete="off"
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
