import { Problem } from '../../problem.ts'
import type { Asked, Content, World } from '../page.ts'

type Work = { since: number; content: Promise<Content> }

/** A feed may be of thousands of events: so many are written at once, so many more wait for their turn. */
const most = { written: 4, waiting: 60 }
const seconds = 5

/** The feeds that are written now, by what they are asked for, and who waits for a place. */
type Feeds = { running: Map<string, Work>; written: number; waiting: (() => void)[] }
const all = new WeakMap<World, Feeds>()

function feedsOf(world: World): Feeds {
  const feeds = all.get(world) ?? { running: new Map(), written: 0, waiting: [] }
  all.set(world, feeds)
  return feeds
}

/** Writes a feed when it is its turn; throws where too many wait already. */
export async function inTurn<T>(world: World, work: () => Promise<T>): Promise<T> {
  const feeds = feedsOf(world)
  if (feeds.written < most.written) feeds.written++
  else {
    if (feeds.waiting.length >= most.waiting)
      throw new Problem('service_too_busy', { retryAfter: seconds, params: { seconds } })
    // whoever is done leaves its place to the first who waits
    await new Promise<void>(resolve => feeds.waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = feeds.waiting.shift()
    if (next) next()
    else feeds.written--
  }
}

/**
 * A feed that many ask for at once is written once: calendars look for news on the hour. Who asks after a change does not get what
 * was begun before it.
 */
export function shareWork(
  { world, links, url }: Asked,
  name: string,
  work: () => Promise<Content>,
): Promise<Content> {
  const { running } = feedsOf(world)
  const key = `${links.publicUrl} ${url.path} ${name}`
  const since = world.changes.seq
  const found = running.get(key)
  if (found?.since === since) return found.content
  const content = inTurn(world, work).finally(() => {
    if (running.get(key)?.content === content) running.delete(key)
  })
  running.set(key, { since, content })
  return content
}
