import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { isNameIn } from '../../../define/base/objects.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'

type Outcome = { works: boolean; reason: string }

/** Sends a mail by the settings as they are stored. */
export function MailTest() {
  const { server } = useApp()
  const { user } = useUser()
  const w = useMessagesOf(messages)
  const [to, setTo] = useState(user.email)
  const test = useMutation({
    mutationFn: () => server.admin('POST /settings/mail-test', { to: to.trim() }),
  })
  return (
    <div className="setting-test">
      <TextInput
        label={w('mailTo')}
        type="email"
        value={to}
        onChange={setTo}
        hint={w('testsStored')}
        maxLength={254}
      />
      <Button onPress={() => test.mutate()} isPending={test.isPending}>
        {w('sendTest')}
      </Button>
      <Result error={test.error} outcome={test.data} works={w('mailWorks', { to })} />
    </div>
  )
}

/** Reaches the provider by the settings as they are stored. */
export function ProviderTest() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const test = useMutation({ mutationFn: () => server.admin('POST /settings/provider-test', {}) })
  return (
    <div className="setting-test">
      <p className="hint">{w('testsStored')}</p>
      <Button onPress={() => test.mutate()} isPending={test.isPending}>
        {w('testProvider')}
      </Button>
      <Result error={test.error} outcome={test.data} works={w('providerWorks')} />
    </div>
  )
}

type ResultProps = { error: Error | null; outcome: Outcome | undefined; works: string }

function Result({ error, outcome, works }: ResultProps) {
  const w = useMessagesOf(messages)
  const failure = (reason: string) =>
    isNameIn(failures, reason) ? w(failures[reason]) : w('mailFails', { reason })
  if (error) return <ProblemNote error={error} />
  return (
    <p role="status" className={outcome && !outcome.works ? 'wrong' : 'hint'}>
      {outcome && (outcome.works ? works : failure(outcome.reason))}
    </p>
  )
}

/** Reasons that are not codes of a mail server. */
const failures = {
  mailFrom: 'noMail',
  oidcIssuer: 'noProvider',
  fetchAllow: 'providerPrivate',
  provider_unreachable: 'providerFails',
} as const
