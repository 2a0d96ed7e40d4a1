import { useEffect, useState } from 'react'
import { AlmanacError, type Who } from '../../sdk/index.ts'
import { forgetFragment } from '../client/fragment.ts'
import { useSubmit } from '../client/use-submit.ts'
import { useArrival } from '../client/welcome.ts'
import { useMessages } from '../context.tsx'
import { CodeInput } from '../parts/code-input.tsx'
import { Door } from '../parts/door.tsx'
import { Skeleton } from '../parts/skeleton.tsx'

const codeIn = (error: Error | null) => (error instanceof AlmanacError ? error.code : '')

/** Back from the provider: it has said who this is, or why not. The second factor is entered here. */
export function FromProvider({ who, onLeave }: { who: Who; onLeave(refused?: Error): void }) {
  const t = useMessages()
  const welcome = useArrival()
  const [asksForCode, setAsksForCode] = useState(false)
  const { mutate, isPending, error } = useSubmit('POST /provider/session', {
    onError: error =>
      codeIn(error).startsWith('second_factor') ? setAsksForCode(true) : onLeave(error),
    onSuccess(signedIn) {
      welcome(signedIn)
      onLeave()
    },
  })
  useEffect(() => {
    forgetFragment()
    mutate({})
  }, [mutate])
  if (!asksForCode) return <Skeleton lines={4} />
  return (
    <Door
      heading={t('signIn')}
      about={who.site.name || undefined}
      action={t('signIn')}
      isPending={isPending}
      error={codeIn(error) === 'second_factor_required' ? null : error}
      onSend={({ code = '' }) => mutate({ code })}
    >
      <CodeInput />
    </Door>
  )
}
