import { skipToken, useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import type { PostName } from '../../../resources/index.ts'
import { useApp, useUser } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { hasDesk } from '../../forms/rights.ts'

type Names = ReadonlyMap<number, string>
const none: Names = new Map()

/** The names of the authors in the rows of a table. */
export const AuthorNames = createContext<Names>(none)

/** One request for all rows of a page, by users who write: the names are refused to others. */
export function useAuthorNames({ name, post, fields }: Form, rows: readonly Row[]): Names {
  const { server } = useApp()
  const { may } = useUser()
  const records = rows.map(({ id }) => id).slice(0, 100)
  const isNamed = hasDesk(may) && fields.some(field => field.name === 'author')
  const kind = isNamed ? post : undefined
  const ask = async (of: PostName) => {
    const { authors } = await server.admin('GET /authors', { kind: of, records })
    return new Map(authors.map(({ id, name }) => [id, name]))
  }
  const { data } = useQuery({
    queryKey: ['authors', name, records],
    queryFn: kind && records.length > 0 ? () => ask(kind) : skipToken,
    staleTime: 300_000,
    retry: false,
  })
  return data ?? none
}

/** Accounts by their names or logins: for administrators. */
export function useLogins(isEnabled: boolean): Names {
  const { server } = useApp()
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: async () => {
      const { users } = await server.admin('GET /users', { per_page: 100 })
      return new Map(users.map(({ id, name, login }) => [id, name || login]))
    },
    enabled: isEnabled,
    staleTime: 300_000,
  })
  return data ?? none
}
