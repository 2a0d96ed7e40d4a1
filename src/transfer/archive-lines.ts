import {
  type Context,
  checkedFacts,
  checkedRecord,
  insertSubscription,
  isId,
  isRecordLine,
  listSubscriptions,
  type openReport,
  type StoredHistory,
  type Subscription,
  service,
  WrongPart,
} from '../calendar/index.ts'
import { isObject } from '../define/base/objects.ts'
import { importFormats, intervals, subscriptionStates } from '../define/import-messages.ts'
import type { StoredRecord } from '../define/record.ts'
import { isUrl } from '../define/source-url.ts'
import { ReadError } from '../moving/index.ts'
import { type Archive, LongLine, linesOf, maxLine } from '../outside/archive/index.ts'
import { isWritten, type ResourceName, resourceNames } from '../resources/index.ts'

export const userLines = 'records/user.ndjson'
export const subscriptionLines = 'records/subscription.ndjson'
export const linesOfKind = (kind: ResourceName) => `records/${kind}.ndjson`

/** The value of a line; undefined: it is no JSON. */
export function read(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Nothing is written before it is known that every line can be one of a record. */
export async function checkLines(archive: Archive) {
  const check = async (name: string, isFine: (value: unknown) => boolean) => {
    let line = 0
    try {
      for await (const text of textsIn(archive, name)) {
        line++
        if (!isFine(read(text)))
          throw new ReadError({ sentence: brokenLine, params: { file: name, line } })
      }
    } catch (error) {
      throw error instanceof LongLine ? tooLong(name, error) : error
    }
  }
  await check(userLines, isUser)
  await check(subscriptionLines, isSubscription)
  for (const kind of resourceNames)
    await check(
      linesOfKind(kind),
      value => isRecordLine(value) && (isWritten(kind) || isComplete(kind, value)),
    )
}

type User = Pick<StoredRecord, 'id' | 'facts'>
const isUser = (of: unknown): of is User =>
  isObject(of) &&
  isId(of.id) &&
  isObject(of.facts) &&
  [of.facts.login, of.facts.login_key].every(text => typeof text === 'string' && text !== '') &&
  isRight(() => checkedFacts('user', of.facts))

/** Nothing tells of one record that is made of a file. */
const isComplete = (kind: ResourceName, value: StoredHistory) =>
  isRight(() => checkedRecord(kind, value))

function isRight(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (error instanceof WrongPart) return false
    throw error
  }
}

/** The lines of a file that an archive may not have: one of an earlier version, or one that was edited. */
async function* textsIn(archive: Archive, name: string): AsyncGenerator<string> {
  if (archive.names().includes(name)) yield* linesOf(await archive.stream(name))
}

export async function* linesIn(archive: Archive, kind: ResourceName): AsyncGenerator<Line> {
  let line = 0
  for await (const text of textsIn(archive, linesOfKind(kind)))
    yield { value: JSON.parse(text), line: ++line, length: text.length }
}

/** A record of an archive, with the number of its line and its length in characters. */
export type Line = { value: StoredHistory; line: number; length: number }

/** Records that are written at once, so that they share commits; fewer where they are long. */
const lanes = 64
const maxLength = 1_000_000

export async function* together(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let some: Line[] = []
  let length = 0
  for await (const line of lines) {
    some.push(line)
    length += line.length
    if (some.length < lanes && length < maxLength) continue
    yield some
    some = []
    length = 0
  }
  if (some.length > 0) yield some
}

export async function* subscriptionsOf(archive: Archive): AsyncGenerator<ArchivedSubscription> {
  for await (const text of textsIn(archive, subscriptionLines)) yield JSON.parse(text)
}

export async function* usersOf(archive: Archive): AsyncGenerator<User> {
  for await (const text of textsIn(archive, userLines)) yield JSON.parse(text)
}

const tooLong = (file: string, { line }: LongLine) =>
  new ReadError({
    sentence: longLine,
    params: { file, line, megabytes: Math.floor(maxLine / 1_000_000) },
  })

const longLine = {
  en: 'Line {line} of {file} is longer than {megabytes} MB. Nothing was written.',
  fr: 'La ligne {line} de {file} dépasse {megabytes} Mo. Rien n’a été enregistré.',
}
const brokenLine = {
  en: 'The archive is not valid: line {line} of {file}. Nothing was written.',
  fr: 'L’archive n’est pas valide : ligne {line} de {file}. Rien n’a été enregistré.',
}

/** A subscription in an archive; `user` is an ID of the archive. */
type ArchivedSubscription = Pick<
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

const isSubscription = (of: unknown): of is ArchivedSubscription =>
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
