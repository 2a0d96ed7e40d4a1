import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import type { User } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessages, useMessagesOf } from '../../context.tsx'
import { languageOr } from '../../parts/choice.tsx'
import { DoneNote } from '../../parts/done-note.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Title } from '../../parts/title.tsx'
import { TokenList } from '../tokens/tokens.tsx'
import { Access } from './access.tsx'
import { LanguageChoice, RoleChoice } from './invite.tsx'
import { messages } from './messages.ts'

/** One account, as administrators see and change it. */
export function OneUser({ id }: { id: number }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: ['users', id],
    queryFn: () => server.admin('GET /users/:id', { id }),
  })
  if (!data) return error ? <ProblemNote error={error} /> : <Skeleton />
  const { user } = data
  return (
    <div className="sections">
      <p>
        <Link href="/users">{w('back')}</Link>
      </p>
      <Title text={user.name || user.login} />
      <Profile user={user} />
      <Access user={user} />
      <Section heading={w('tokens')}>
        <TokenList of={id} />
      </Section>
    </div>
  )
}

function Profile({ user }: { user: User }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [role, setRole] = useState(user.role)
  const { mutate, isPending, isSuccess, error } = useSubmit('PATCH /users/:id', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  return (
    <Section heading={w('profile')} about={w('profileAbout')}>
      <PlainForm
        action={t('save')}
        isPending={isPending}
        error={error}
        keepsEmpty
        onSend={({ name = '', email = '', language }) =>
          mutate({
            id: user.id,
            name,
            email,
            language: languageOr(language),
            ...(role !== user.role && { role }),
          })
        }
        more={<DoneNote text={isSuccess && t('saved')} />}
      >
        <TextInput label={t('newLogin')} value={user.login} isReadOnly />
        <TextInput name="name" label={t('name')} autoComplete="off" defaultValue={user.name} />
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="off"
          defaultValue={user.email}
        />
        <RoleChoice role={role} onRole={setRole} />
        <LanguageChoice language={user.language} />
      </PlainForm>
    </Section>
  )
}
