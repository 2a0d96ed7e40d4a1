import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button, Input, Label, Link, SearchField } from 'react-aria-components'
import { roleNames, roles } from '../../../define/account-messages.ts'
import { erasureLimits, personalPlaceNames } from '../../../define/erasure-messages.ts'
import { withColon } from '../../../define/text/language.ts'
import type { AdminOutput } from '../../../operations/admin-api/index.ts'
import type { Role, User } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { When } from '../../parts/times.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { Invite } from './invite.tsx'
import { messages } from './messages.ts'
import { State } from './state.tsx'

/** Everyone who has an account. */
export function Users({ title }: TitledScreen) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [filters, setFilters] = useState<{ search: string; role?: Role; page: number }>({
    search: '',
    page: 1,
  })
  const [invites, setInvites] = useState(false)
  const [erases, setErases] = useState(false)
  const query = useDeferredValue(filters)
  const { data, error } = useQuery({
    queryKey: ['users', query],
    queryFn: () => server.admin('GET /users', query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Title text={title}>
        <Button className="primary" onPress={() => setInvites(true)}>
          {w('invite')}
        </Button>
        <Button onPress={() => setErases(true)}>{w('erase')}</Button>
      </Title>
      <Filters filters={filters} onFilter={of => setFilters({ ...of, page: 1 })} />
      <ProblemNote error={error} />
      {!data && !error && <Skeleton />}
      {data && (
        <>
          <p role="status" className="hint">
            {data.total > 0 ? w('count', { count: data.total }) : w('none')}
          </p>
          {data.total > 0 && <Table users={data.users} />}
          <Pager
            page={filters.page}
            pages={data.total_pages}
            onPage={page => setFilters({ ...filters, page })}
          />
        </>
      )}
      {erases && <ErasePerson onClose={() => setErases(false)} />}
      {invites && <Invite onClose={() => setInvites(false)} />}
    </>
  )
}

type UserFilters = { search: string; role?: Role }

function Filters({
  filters,
  onFilter,
}: {
  filters: UserFilters
  onFilter(filters: UserFilters): void
}) {
  const w = useMessagesOf(messages)
  const role = useMessagesOf(roleNames)
  return (
    <search className="filters">
      <SearchField
        className="field"
        value={filters.search}
        onChange={search => onFilter({ ...filters, search })}
      >
        <Label>{w('search')}</Label>
        <Input />
      </SearchField>
      <Choice
        label={w('role')}
        value={filters.role ?? ''}
        options={[['', w('anyRole')], ...roles.map(one => [one, role(one)] as const)]}
        onChange={word => {
          const role = roles.find(one => one === word)
          onFilter({ search: filters.search, ...(role && { role }) })
        }}
      />
    </search>
  )
}

function Table({ users }: { users: User[] }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const { locale } = useApp().place
  const label = (of: keyof typeof messages) => withColon(w(of), locale)
  const role = useMessagesOf(roleNames)
  const { user: me } = useUser()
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{w('role')}</th>
          <th scope="col">{w('state')}</th>
          <th scope="col">{w('factor')}</th>
          <th scope="col">{w('lastUsed')}</th>
        </tr>
      </thead>
      <tbody>
        {users.map(user => (
          <tr key={user.id}>
            <th scope="row">
              <Link href={`/users/${user.id}`}>{user.name || user.login}</Link>{' '}
              {user.id === me.id && <span className="tag">{w('you')}</span>}
              <p className="hint">
                {[user.name && user.login, user.email].filter(Boolean).join(' · ')}
              </p>
            </th>
            <td data-label={label('role')}>{role(user.role)}</td>
            <td data-label={label('state')}>
              <State user={user} />
            </td>
            <td data-label={label('factor')}>{w(user.second_factor ? 'on' : 'off')}</td>
            <td data-label={label('lastUsed')}>
              <When at={user.last_used} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Report = AdminOutput<'POST /erasure'>

/** Finds what is stored of a person, and erases it once that was looked at. */
function ErasePerson({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [who, setWho] = useState('')
  const { mutate, isPending, error, data } = useSubmit('POST /erasure', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  const [isErased, setErased] = useState(false)
  if (!data)
    return (
      <FormDialog
        title={w('erase')}
        about={w('eraseAbout')}
        action={w('look')}
        isPending={isPending}
        error={error}
        onClose={onClose}
        onSend={({ person = '' }) => {
          setWho(person)
          mutate({ who: person })
        }}
      >
        <TextInput name="person" label={w('person')} autoComplete="off" isRequired autoFocus />
      </FormDialog>
    )
  const isOver = isErased || data.erased === 0
  return (
    <FormDialog
      title={w('erase')}
      about={
        data.found.length > 0
          ? w(isErased ? 'haveErased' : 'willErase', counts(data))
          : w('nothingOf', { who })
      }
      action={isOver ? w('done') : w('eraseNow')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => {
        if (isOver) return onClose()
        mutate({ who, erase: true }, { onSuccess: () => setErased(true) })
      }}
    >
      <Matches of={data} />
    </FormDialog>
  )
}

const counts = ({ erased, stays }: Report) => ({ erased, stays })

function Matches({ of }: { of: Report }) {
  const w = useMessagesOf(messages)
  const place = useMessagesOf(personalPlaceNames)
  const limits = useMessagesOf({ limits: erasureLimits })
  return (
    <>
      <ul className="lines">
        {of.found.map(({ place: where, kind, id, title, outcome }) => (
          <li key={`${where} ${kind} ${id}`}>
            {place(where)}: {title || `${kind} ${id}`} ({w(outcome === 'erased' ? 'goes' : 'stays')}
            )
          </li>
        ))}
      </ul>
      {of.found.length > 0 && <p className="hint">{limits('limits')}</p>}
    </>
  )
}
