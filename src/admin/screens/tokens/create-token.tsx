import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import {
  scopes,
  type TokenType,
  tokenTypeNames,
  tokenTypes,
} from '../../../define/account-messages.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Secret } from '../../parts/secret.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { messages, typeHints } from './messages.ts'

export function CreateToken({ onClose }: { onClose(): void }) {
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
  const t = useMessages()
  const w = useMessagesOf(messages)
  return (
    <Window isOpen heading={w('secret')}>
      <p>
        {w('secretAbout')}{' '}
        {type === 'application-password' && w('secretLogin', { login: user.login })}
      </p>
      <Secret label={w('secret')} secret={secret} />
      <div className="actions">
        <Button className="primary" onPress={onClose}>
          {t('close')}
        </Button>
      </div>
    </Window>
  )
}
