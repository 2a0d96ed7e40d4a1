import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleHints, roleNames, roles } from '../../../define/account-messages.ts'
import type { Role } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'
import { NewLink } from './new-link.tsx'

/** A new account, and then the link by which its user gets in. */
export function Invite({ onClose }: { onClose(): void }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [role, setRole] = useState<Role>('author')
  const { mutate, isPending, error, data } = useSubmit('POST /users', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  if (data) return <NewLink login={data.user.login} link={data.link} onClose={onClose} />
  return (
    <FormDialog
      title={w('invite')}
      about={w('inviteAbout')}
      action={w('send')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ login = '', name = '', email = '', language }) =>
        mutate({ login, name, email, role, language: languageOr(language) })
      }
    >
      <TextInput
        name="login"
        label={t('newLogin')}
        hint={w('loginHint')}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <TextInput name="name" label={t('name')} autoComplete="off" />
      <TextInput name="email" type="email" label={t('email')} autoComplete="off" />
      <RoleChoice role={role} onRole={setRole} />
      <LanguageChoice />
    </FormDialog>
  )
}

export function RoleChoice({ role, onRole }: { role: Role; onRole(role: Role): void }) {
  const w = useMessagesOf(messages)
  const name = useMessagesOf(roleNames)
  const hint = useMessagesOf(roleHints)
  return (
    <Choice
      label={w('role')}
      hint={hint(role)}
      value={role}
      options={roles.map(one => [one, name(one)] as const)}
      onChange={word => onRole(roles.find(one => one === word) ?? role)}
    />
  )
}

export function LanguageChoice({ language = '' }: { language?: string }) {
  const { site } = useUser()
  const w = useMessagesOf(messages)
  return (
    <Choice
      name="language"
      label={w('language')}
      defaultValue={language}
      options={[
        ['', w('siteLanguage')],
        ...site.languages.map(({ code, name }) => [code, name] as const),
      ]}
    />
  )
}
