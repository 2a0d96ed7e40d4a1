import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { fragmentOf } from '../client/fragment.ts'
import { whoKey } from '../client/welcome.ts'
import { UserProvider, useApp, useMessages } from '../context.tsx'
import { ProblemNote } from '../parts/problem.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { FromProvider } from './from-provider.tsx'
import { SetUp } from './set-up.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { UseLink } from './use-link.tsx'

/** The first screen of the app: the first run, the sign-in, a link from a mail, or the screens. */
export function Entrance() {
  const { server } = useApp()
  const t = useMessages()
  const [link, setLink] = useState(() => fragmentOf('link'))
  const [isBack, setIsBack] = useState(() => fragmentOf('provider') !== undefined)
  const [refused, setRefused] = useState<Error>()
  const { data, error, refetch } = useQuery({
    queryKey: whoKey,
    queryFn: async () => {
      const who = await server.admin('GET /session')
      server.remember(who)
      return who
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <main className="door">
        <ProblemNote error={error} />
        <Button onPress={() => refetch()}>{t('tryAgain')}</Button>
      </main>
    )
  if (!data) return <Skeleton />
  if (link) return <UseLink token={link} onLeave={() => setLink(undefined)} />
  if (isBack)
    return (
      <FromProvider
        who={data}
        onLeave={why => {
          setIsBack(false)
          setRefused(why)
        }}
      />
    )
  if (data.state === 'setup') return <SetUp code={fragmentOf('setup')} />
  if (data.state === 'signed-out') return <SignIn who={data} {...(refused && { error: refused })} />
  return (
    <UserProvider value={data}>
      <Shell />
      <SignInAgain />
    </UserProvider>
  )
}
