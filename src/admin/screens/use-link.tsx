import { useMutation, useQuery } from '@tanstack/react-query'
import { forgetFragment } from '../client/fragment.ts'
import { useWelcome } from '../client/welcome.ts'
import { useKnown, useWords } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { TextInput } from '../parts/text-input.tsx'

/** An invitation, or a new password for a forgotten one. */
export function UseLink({ token }: { token: string }) {
  const { server } = useKnown()
  const t = useWords()
  const welcome = useWelcome()
  const link = useQuery({ queryKey: ['link', token], queryFn: () => server.accounts.link(token) })
  const { mutate, isPending, error } = useMutation({
    mutationFn: server.accounts.useLink,
    onSuccess(who) {
      forgetFragment()
      welcome(who)
    },
  })
  return (
    <Door
      heading={t('choosePassword')}
      about={link.data && t('hello', { login: link.data.login })}
      action={t('save')}
      isPending={isPending}
      error={link.error ?? error}
      onSend={typed => mutate({ token, password: '', ...typed })}
    >
      {link.data?.purpose === 'invitation' && (
        <TextInput
          name="name"
          label={t('name')}
          autoComplete="name"
          defaultValue={link.data.name}
        />
      )}
      <TextInput
        name="password"
        type="password"
        label={t('password')}
        autoComplete="new-password"
        isRequired
        autoFocus
      />
    </Door>
  )
}
