import { forgetFragment } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useWelcome } from '../client/welcome.ts'
import { useApp, useMessages } from '../context.tsx'
import { Door } from '../parts/door.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import { TextInput } from '../parts/text-input.tsx'

/** The first run: the code of the server lets its owner create the first administrator. */
export function SetUp({ code }: { code: string | undefined }) {
  const { place } = useApp()
  const t = useMessages()
  const welcome = useWelcome()
  const { mutate, isPending, error } = useSubmit('POST /setup', {
    onSuccess(who) {
      forgetFragment()
      welcome(who)
    },
  })
  return (
    <Door
      heading={t('firstRun')}
      about={t('firstRunAbout')}
      action={t('createAccount')}
      isPending={isPending}
      error={error}
      onSend={typed =>
        mutate({ code: '', login: '', password: '', ...typed, language: place.language })
      }
    >
      <TextInput
        name="code"
        label={t('setupCode')}
        defaultValue={code ?? ''}
        autoComplete="off"
        isRequired
        autoFocus={!code}
      />
      <TextInput
        name="login"
        label={t('newLogin')}
        autoComplete="username"
        isRequired
        autoFocus={!!code}
      />
      <TextInput name="email" type="email" label={t('email')} autoComplete="email" />
      <PasswordInput name="password" label={t('choosePassword')} isNew />
    </Door>
  )
}
