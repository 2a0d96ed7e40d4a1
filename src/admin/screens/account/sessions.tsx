import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { Session } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useWelcome } from '../../client/welcome.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { When } from '../../parts/times.tsx'
import { messages } from './messages.ts'

/** The sessions of the user. */
export function Sessions() {
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
