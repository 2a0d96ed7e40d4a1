import { entriesOf } from '../../define/base/objects.ts'
import { adminOperations } from '../../operations/admin-api/index.ts'
import { type Operation, openPaths } from '../../operations/index.ts'
import type { Handler, Handlers } from '../api/admin-call.ts'
import { activityHandlers } from './activity.ts'
import { backupsHandlers } from './backups.ts'
import { erasureHandlers } from './erasure.ts'
import { importsHandlers } from './imports.ts'
import { linksHandlers } from './links.ts'
import { mailsHandlers } from './mail-samples.ts'
import { manyHandlers } from './many.ts'
import { ownAccountHandlers } from './own-account.ts'
import { placesHandlers } from './places.ts'
import { providerHandlers } from './provider.ts'
import { recordsHandlers } from './records.ts'
import { reportsHandlers } from './reports.ts'
import { sessionHandlers } from './session.ts'
import { settingsHandlers } from './settings.ts'
import { statusHandlers } from './status.ts'
import { subscriptionsHandlers } from './subscriptions.ts'
import { tokensHandlers } from './tokens.ts'
import { usersHandlers } from './users.ts'
import { versionsHandlers } from './versions.ts'
import { viewsHandlers } from './views.ts'
import { webhooksHandlers } from './webhooks.ts'

/** The handlers of all operations: an operation without a handler does not compile. */
const handlers: Handlers<typeof adminOperations> = {
  ...sessionHandlers,
  ...providerHandlers,
  ...linksHandlers,
  ...ownAccountHandlers,
  ...usersHandlers,
  ...erasureHandlers,
  ...tokensHandlers,
  ...activityHandlers,
  ...versionsHandlers,
  ...recordsHandlers,
  ...reportsHandlers,
  ...manyHandlers,
  ...viewsHandlers,
  ...placesHandlers,
  ...settingsHandlers,
  ...statusHandlers,
  ...mailsHandlers,
  ...importsHandlers,
  ...subscriptionsHandlers,
  ...webhooksHandlers,
  ...backupsHandlers,
}

type Answered = { operation: Operation; handler: Handler<Operation> }
type Route = { path: string; byMethod: Map<string, Answered> }

const byPath = new Map<string, Route>()
for (const [key, operation] of entriesOf(adminOperations)) {
  const [method = '', path = ''] = key.split(' ')
  const route = byPath.get(path) ?? { path, byMethod: new Map() }
  byPath.set(path, route)
  // each is called with the values that its own parameters have checked
  route.byMethod.set(method, { operation, handler: handlers[key] as Handler<Operation> })
}
const number = '\\d{1,15}'
const match = openPaths([...byPath.values()], { id: number, version: number })

/** The operation that a method and a path lead to, and the numbers in the path. */
export function routeOf(
  method: string,
  path: string,
): (Answered & { id: number; version: number }) | undefined {
  const { route, captured } = match(path.split('/')) ?? {}
  const entry = route?.byMethod.get(method === 'HEAD' ? 'GET' : method)
  return (
    entry && { ...entry, id: Number(captured?.id ?? 0), version: Number(captured?.version ?? 0) }
  )
}
