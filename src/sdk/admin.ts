import type { AdminInput, AdminKey, AdminOutput } from '../operations/admin-api/index.ts'
import { type Condition, caller, type Method, type Options, type Sending } from './call.ts'
import type { Query } from './query.ts'

/** Operations that require no input. */
type FreeKey = {
  [K in AdminKey]: Record<never, never> extends AdminInput<K> ? K : never
}[AdminKey]

/** Sends an operation by its key in the table of operations: `admin('PATCH /users/:id', { id, role })`. */
export type Admin = {
  <K extends FreeKey>(key: K): Promise<AdminOutput<K>>
  <K extends AdminKey>(
    key: K,
    input: AdminInput<K>,
    more?: Condition & Sending,
  ): Promise<AdminOutput<K>>
}

/** The admin API of one service. `root`: `https://example.org/admin/api`, or `…/fr/admin/api` for messages in French. */
export function connectAdmin(root: string, options: Options = {}): Admin {
  const call = caller(root.replace(/\/+$/, ''), options)
  return (key: AdminKey, input: object = {}, more: Condition & Sending = {}) => {
    const [method, pattern = ''] = key.split(' ')
    const sent: Record<string, unknown> = { ...input }
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const { [name]: value } = sent
      delete sent[name]
      return encodeURIComponent(String(value))
    })
    const isBody = method === 'POST' || method === 'PATCH'
    const content = isBody ? { json: sent } : { query: sent as Query }
    return call(method as Method, path, { ...content, ...more })
  }
}
