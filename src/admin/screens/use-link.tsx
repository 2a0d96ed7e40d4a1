import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { AlmanacError } from '../../sdk/index.ts'
import { forgetFragment } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useWelcome } from '../client/welcome.ts'
import { useApp, useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { TextInput } from '../parts/text-input.tsx'

/** An invitation, or a new password for a forgotten one. */
export function UseLink({ token, onLeave }: { token: string; onLeave(): void }) {
  const { server } = useApp()
  const t = useMessages()
  const welcome = useWelcome()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => server.admin('POST /link', { token }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isPending, error } = useSubmit('POST /link/use', {
    onSuccess(who) {
      forgetFragment()
      onLeave()
      welcome(who)
    },
  })
  if (link.error)
    return (
      <LinkExpired
        error={link.error}
        onLeave={() => {
          forgetFragment()
          onLeave()
        }}
      />
    )
  if (!link.data) return <Skeleton lines={4} />
  const { login, name, purpose } = link.data
  return (
    <Door
      heading={t('choosePassword')}
      about={t('hello', { login })}
      action={t('save')}
      isPending={isPending}
      error={error}
      onSend={({ password = '', name }) => mutate({ token, password, ...(name && { name }) })}
    >
      {/* for what keeps passwords */}
      <input type="hidden" name="login" autoComplete="username" value={login} />
      {purpose === 'invitation' && (
        <TextInput name="name" label={t('name')} autoComplete="name" defaultValue={name} />
      )}
      <PasswordInput name="password" label={t('password')} isNew autoFocus />
    </Door>
  )
}

function LinkExpired({ error, onLeave }: { error: Error; onLeave(): void }) {
  const t = useMessages()
  const isOver = error instanceof AlmanacError && error.code === 'link_expired'
  return (
    <main className="door">
      <h1>{t('linkExpired')}</h1>
      {isOver ? <p>{t('linkExpiredAbout')}</p> : <ProblemNote error={error} />}
      <Button onPress={onLeave}>{t('backToSignIn')}</Button>
    </main>
  )
}
