import type { Subscription } from '../../calendar/index.ts'
import { namesIn } from '../../define/base/objects.ts'
import { intervals } from '../../define/import-messages.ts'
import { howOf } from '../../define/import-options.ts'
import { textIn } from '../../define/text/language.ts'
import type { subscriptionsOperations } from '../../operations/admin-api/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import { importsOf } from './imports.ts'

async function bodyOf(call: AdminCall, of: Subscription, names: ReadonlyMap<number, string>) {
  const counts = of.run ? await importsOf(call).countsOf(of.run) : undefined
  return { ...factsOf(call, of, names), brought: counts ?? null }
}

const factsOf = (
  { language }: AdminCall,
  of: Subscription,
  names: ReadonlyMap<number, string>,
) => ({
  id: of.id,
  state: of.state,
  format: of.format,
  url: of.url,
  source: of.source,
  every: namesIn(intervals).find(name => intervals[name] === of.every) ?? 'daily',
  owner: of.user,
  name: names.get(of.user) ?? null,
  checked: timestamp(of.checked),
  next: timestamp(of.next),
  reading: of.isRead,
  failures: of.failures,
  error: of.error ? textIn(of.error, language) : null,
  import: of.run || null,
})

async function answered(call: AdminCall, of: Subscription) {
  const names = await importsOf(call).namesOf([of.user])
  return { body: await bodyOf(call, of, names), record: `subscription/${of.id}` }
}

export const subscriptionsHandlers: Handlers<typeof subscriptionsOperations> = {
  async 'GET /subscriptions'(call) {
    const imports = importsOf(call)
    const all = await imports.subscriptions()
    const names = await imports.namesOf(all.map(({ user }) => user))
    const subscriptions = await Promise.all(all.map(one => bodyOf(call, one, names)))
    return { body: { subscriptions } }
  },

  async 'POST /subscriptions'(call) {
    const { format, url, source, every, ...how } = call.values
    const given = { format, url: url ?? '', source: source || undefined, every, how: howOf(how) }
    return answered(call, await importsOf(call).subscribe(given))
  },

  async 'PATCH /subscriptions/:id'(call) {
    const { state, every, now } = call.values
    const to = { state, every, isDue: now }
    return answered(call, await importsOf(call).changeSubscription(call.id, to))
  },

  async 'DELETE /subscriptions/:id'(call) {
    return answered(call, await importsOf(call).unsubscribe(call.id))
  },
}
