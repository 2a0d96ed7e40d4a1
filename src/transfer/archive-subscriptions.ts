import {
  type Context,
  insertSubscription,
  listSubscriptions,
  type openReport,
  type Subscription,
  service,
} from '../calendar/index.ts'
import { isObject } from '../define/base/objects.ts'
import { importFormats, intervals, subscriptionStates } from '../define/import-messages.ts'
import { isUrl } from '../define/source-url.ts'

/** A subscription in an archive; `user` is an ID of the archive. */
export type ArchivedSubscription = Pick<
  Subscription,
  'user' | 'format' | 'url' | 'source' | 'options' | 'every' | 'state'
>

/** The fetched state stays behind: the first look here reads the feed again. */
export async function* subscriptionsIn(store: Context['store']): AsyncGenerator<string> {
  for (const { user, format, url, source, options, every, state } of await listSubscriptions(store))
    yield `${JSON.stringify({ user, format, url, source, options, every, state })}\n`
}

const isShort = (of: unknown, max: number): of is string =>
  typeof of === 'string' && of.length <= max && !of.includes('\0')

const isOption = (of: unknown) =>
  typeof of === 'boolean' || typeof of === 'number' || isShort(of, 10_000)

export const isSubscription = (of: unknown): of is ArchivedSubscription =>
  isObject(of) &&
  Number.isSafeInteger(of.user) &&
  importFormats.some(format => format === of.format) &&
  isShort(of.url, 2000) &&
  isUrl(of.url) &&
  isShort(of.source, 100) &&
  Object.values(intervals).some(seconds => seconds === of.every) &&
  subscriptionStates.some(state => state === of.state) &&
  isObject(of.options) &&
  Object.values(of.options).every(isOption)

/** Stores a subscription of an archive with its owner here, unless another one has its source. */
export async function putSubscription(
  context: Context,
  { user, ...subscription }: ArchivedSubscription,
  users: ReadonlyMap<number, number>,
  note: ReturnType<typeof openReport>['note'],
) {
  const owner = users.get(user) ?? service.id
  const id = await insertSubscription(context, { ...subscription, user: owner })
  if (id !== undefined) note({}, { sentence: subscribed, params: { url: subscription.url } })
}

const subscribed = {
  en: 'The subscription to {url} was imported.',
  fr: 'L’abonnement à {url} a été repris.',
}
