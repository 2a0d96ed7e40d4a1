import { entriesOf } from '../../define/objects.ts'
import { adminOperations } from '../../operations/admin-api/operations.ts'
import type { Operation } from '../../operations/operation.ts'
import { activityHandlers } from './activity.ts'
import type { Handler, Handlers } from './admin-call.ts'
import { countsHandlers } from './counts.ts'
import { forgottenHandlers } from './forgotten.ts'
import { imagesHandlers } from './images.ts'
import { linksHandlers } from './links.ts'
import { mergeHandlers } from './merge.ts'
import { ownAccountHandlers } from './own-account.ts'
import { providerHandlers } from './provider.ts'
import { reviewHandlers } from './review.ts'
import { sessionHandlers } from './session.ts'
import { settingsHandlers } from './settings.ts'
import { tokensHandlers } from './tokens.ts'
import { trialHandlers } from './trial.ts'
import { usersHandlers } from './users.ts'
import { versionsHandlers } from './versions.ts'

/** Who answers what: an operation that nobody answers does not compile. */
const handlers: Handlers<typeof adminOperations> = {
  ...sessionHandlers,
  ...providerHandlers,
  ...linksHandlers,
  ...forgottenHandlers,
  ...ownAccountHandlers,
  ...usersHandlers,
  ...tokensHandlers,
  ...activityHandlers,
  ...versionsHandlers,
  ...reviewHandlers,
  ...imagesHandlers,
  ...trialHandlers,
  ...countsHandlers,
  ...mergeHandlers,
  ...settingsHandlers,
}

const routes: ReadonlyMap<string, Route> = new Map(
  entriesOf(adminOperations).map(([key, operation]) => [
    key,
    // each is checked against the parameters of its own operation before it is called
    { operation, handler: handlers[key] as Handler<Operation> },
  ]),
)

type Route = { operation: Operation; handler: Handler<Operation> }

/** The operation that a method and a path lead to, and the numbers in the path. */
export function routeOf(
  asked: string,
  path: string,
): (Route & { id: number; version: number }) | undefined {
  const method = asked === 'HEAD' ? 'GET' : asked
  const number = /\/(\d{1,15})(?=\/|$)/
  const [[, id] = [], [, version] = []] = path.matchAll(new RegExp(number, 'g'))
  const general = path.toLowerCase().replace(number, '/:id').replace(number, '/:version')
  const route = routes.get(`${method} /${general}`)
  return route && { ...route, id: Number(id ?? 0), version: Number(version ?? 0) }
}
