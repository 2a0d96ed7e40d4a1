import type { ReactNode } from 'react'
import { AlmanacError, type SignedIn } from '../../sdk/index.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useMessages } from '../context.tsx'
import { CodeInput } from '../parts/code-input.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import type { PlainFormProps } from '../parts/plain-form.tsx'
import { TextInput } from '../parts/text-input.tsx'

type Parts = Pick<PlainFormProps, 'isPending' | 'error' | 'onSend'> & { children: ReactNode }

/** The sign-in form, on a page of its own and over the screens: `login` is set for a user whose session ended. */
export function useSignInForm(onSuccess: (who: SignedIn) => void, login?: string): Parts {
  const t = useMessages()
  const { mutate, isPending, error } = useSubmit('POST /session', {
    onSuccess,
  })
  const asksForCode = error instanceof AlmanacError && error.code.startsWith('second_factor')
  return {
    isPending,
    // the first question for the code is no problem
    error: error instanceof AlmanacError && error.code === 'second_factor_required' ? null : error,
    onSend: typed => mutate({ login: login ?? '', password: '', ...typed }),
    children: (
      <>
        <TextInput
          name="login"
          label={t('login')}
          autoComplete="username"
          isRequired
          autoFocus={!login}
          {...(login && { defaultValue: login, isReadOnly: true })}
        />
        <PasswordInput name="password" label={t('password')} autoFocus={!!login} />
        {asksForCode && <CodeInput />}
      </>
    ),
  }
}
