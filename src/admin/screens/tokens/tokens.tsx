import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import {
  scopes,
  type TokenType,
  tokenStateNames,
  tokenTypeNames,
  tokenTypes,
} from '../../../define/account-messages.ts'
import type { Token } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { SecretWindow } from '../../parts/secret.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dayAndTime, When } from '../../parts/times.tsx'
import { Title } from '../../parts/title.tsx'
import { messages, typeHints } from './messages.ts'

/** Tokens, application passwords and feed tokens: one's own; administrators see those of all. */
export function Tokens() {
  const { may } = useUser()
  const w = useMessagesOf(messages)
  const [creates, setCreates] = useState(false)
  const [whose, setWhose] = useState<'mine' | 'all'>('mine')
  return (
    <>
      <Title text={w('title')}>
        <Button className="primary" onPress={() => setCreates(true)}>
          {w('create')}
        </Button>
      </Title>
      <p className="intro">{w('about')}</p>
      {may.accounts && (
        <div className="filters">
          <Choice
            label={w('whose')}
            value={whose}
            options={[
              ['mine', w('mine')],
              ['all', w('all')],
            ]}
            onChange={word => setWhose(word === 'all' ? 'all' : 'mine')}
          />
        </div>
      )}
      <TokenList of={whose === 'all' ? 'all' : undefined} />
      {creates && <CreateToken onClose={() => setCreates(false)} />}
    </>
  )
}

function CreateToken({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const name = useMessagesOf(tokenTypeNames)
  const hint = useMessagesOf(typeHints)
  const queries = useQueryClient()
  const [type, setType] = useState<TokenType>('token')
  const { mutate, isPending, error, data } = useSubmit('POST /tokens', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
  })
  if (data) return <NewSecret type={type} secret={data.secret} onClose={onClose} />
  return (
    <FormDialog
      title={w('create')}
      action={w('make')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ name = '', scope: chosen, language, expires }) => {
        const scope = scopes.find(one => one === chosen)
        mutate({
          type,
          name,
          language: languageOr(language),
          ...(scope && { scope }),
          ...(expires && { expires }),
        })
      }}
    >
      <Choice
        label={w('type')}
        hint={hint(type)}
        value={type}
        options={tokenTypes.map(one => [one, name(one)] as const)}
        onChange={word => setType(tokenTypes.find(one => one === word) ?? type)}
      />
      <TextInput
        name="name"
        label={w('name')}
        hint={w('nameHint')}
        autoComplete="off"
        isRequired
        autoFocus
      />
      {type !== 'feed-token' && <Reach />}
      <TextInput name="expires" type="date" label={w('expires')} hint={w('expiresHint')} />
    </FormDialog>
  )
}

/** The scope and the language of a token. */
function Reach() {
  const { site, may } = useUser()
  const w = useMessagesOf(messages)
  return (
    <>
      <Choice
        name="scope"
        label={w('scope')}
        defaultValue="write"
        options={[
          ['read', w('read')],
          ['write', w('write')],
          ...(may.accounts ? [['admin', w('admin')] as const] : []),
        ]}
      />
      <Choice
        name="language"
        label={w('language')}
        options={[
          ['', w('anyLanguage')],
          ...site.languages.map(({ code, name }) => [code, name] as const),
        ]}
      />
    </>
  )
}

type NewProps = { type: TokenType; secret: string; onClose(): void }

function NewSecret({ type, secret, onClose }: NewProps) {
  const { user } = useUser()
  const w = useMessagesOf(messages)
  return (
    <SecretWindow heading={w('secret')} secret={secret} onClose={onClose}>
      <p>
        {w('secretAbout')}{' '}
        {type === 'application-password' && w('secretLogin', { login: user.login })}
      </p>
    </SecretWindow>
  )
}

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
