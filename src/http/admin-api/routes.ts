import { activityRoutes } from './activity-routes.ts'
import type { AdminRoute } from './admin-route.ts'
import { countRoutes } from './count-routes.ts'
import { forgottenRoutes } from './forgotten-route.ts'
import { imageRoutes } from './image-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { mergeRoutes } from './merge-routes.ts'
import { ownRoutes } from './own-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { trialRoutes } from './trial-routes.ts'
import { userRoutes } from './user-routes.ts'
import { versionRoutes } from './version-routes.ts'

/** Everything under `/admin/api`, in the order of its documentation. */
export const adminRoutes: readonly AdminRoute[] = [
  ...sessionRoutes,
  ...providerRoutes,
  ...linkRoutes,
  ...forgottenRoutes,
  ...ownRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...activityRoutes,
  ...versionRoutes,
  ...reviewRoutes,
  ...imageRoutes,
  ...trialRoutes,
  ...countRoutes,
  ...mergeRoutes,
  ...settingsRoutes,
]

/** The operation that a method and a path lead to, and the numbers in the path. */
export function routeOf(
  asked: string,
  path: string,
): { route: AdminRoute; id: number; version: number } | undefined {
  const method = asked === 'HEAD' ? 'GET' : asked
  const number = /\/(\d{1,15})(?=\/|$)/
  const [[, id] = [], [, version] = []] = path.matchAll(new RegExp(number, 'g'))
  const general = path.toLowerCase().replace(number, '/:id').replace(number, '/:version')
  const route = adminRoutes.find(each => each.method === method && each.path === general)
  return route && { route, id: Number(id ?? 0), version: Number(version ?? 0) }
}
