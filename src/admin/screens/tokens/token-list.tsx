import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { tokenStateNames, tokenTypeNames } from '../../../define/account-messages.ts'
import type { Token } from '../../../sdk/account-types.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { dayAndTime, When } from '../../parts/times.tsx'
import { messages } from './messages.ts'

/** `of`: those of a user, or of all; one's own where nothing is said. */
export function TokenList({ of }: { of: number | 'all' | undefined }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [revokes, setRevokes] = useState<Token>()
  const { data, error } = useQuery({
    queryKey: ['tokens', of ?? 'mine'],
    queryFn: () => server.admin('GET /tokens', of === undefined ? {} : { user: String(of) }),
  })
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton lines={4} />
  const valid = data.tokens.filter(({ state }) => state === 'valid')
  const past = data.tokens.filter(({ state }) => state !== 'valid')
  return (
    <>
      {valid.length === 0 && <p className="hint">{w('none')}</p>}
      <ul className="lines">
        {valid.map(token => (
          <Line key={token.id} token={token} onRevoke={setRevokes} isOfAll={of === 'all'} />
        ))}
      </ul>
      {past.length > 0 && (
        <details className="past">
          <summary>{w('past', { count: past.length })}</summary>
          <ul className="lines">
            {past.map(token => (
              <Line key={token.id} token={token} isOfAll={of === 'all'} />
            ))}
          </ul>
        </details>
      )}
      {revokes && <Revoke token={revokes} onClose={() => setRevokes(undefined)} />}
    </>
  )
}

type LineProps = { token: Token; isOfAll: boolean; onRevoke?(token: Token): void }

function Line({ token, isOfAll, onRevoke }: LineProps) {
  const { locale } = useApp().place
  const w = useMessagesOf(messages)
  const type = useMessagesOf(tokenTypeNames)
  const stateName = useMessagesOf(tokenStateNames)
  const { scope, name, last_characters, expires, last_used, state, login } = token
  const isScope = scope === 'read' || scope === 'write' || scope === 'admin'
  return (
    <li>
      <div>
        <strong>{name || type(token.type)}</strong>{' '}
        {state !== 'valid' && <span className="tag bad">{stateName(state)}</span>}
        <p className="hint">
          {type(token.type)}
          {last_characters && <code> …{last_characters}</code>}
          {isOfAll && ` · ${login}`} · {isScope ? w(scope) : scope}
          {token.language && ` · ${token.language}`}
        </p>
        <p className="hint">
          {last_used ? (
            <>
              {w('lastUsed')} <When at={last_used} />
            </>
          ) : (
            w('neverUsed')
          )}
          {' · '}
          {expires ? `${w('expires')} ${dayAndTime(expires, locale)}` : w('forever')}
        </p>
      </div>
      {onRevoke && (
        <Button onPress={() => onRevoke(token)} aria-label={w('revokeOne', { name })}>
          {w('revoke')}
        </Button>
      )}
    </li>
  )
}

function Revoke({ token: { id, name }, onClose }: { token: Token; onClose(): void }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => server.admin('DELETE /tokens/:id', { id }),
    onSuccess() {
      onClose()
      return queries.invalidateQueries({ queryKey: ['tokens'] })
    },
  })
  return (
    <FormDialog
      title={w('revoke')}
      about={w('revokeAbout', { name })}
      action={w('revoke')}
      isDanger
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => mutate()}
    />
  )
}
