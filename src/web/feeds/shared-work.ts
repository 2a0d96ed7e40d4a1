import type { QueuePlace } from '../../common/index.ts'
import type { Requester } from '../../define/requester.ts'
import type { Content, PageRequest, World } from '../shell/page.ts'

type Work = {
  since: number
  content: Promise<Content>
  place: QueuePlace
  /** Callers who wait for it; it ends with the last of them. */
  callers: number
  end: AbortController
}

/** The feeds in the making, by their query. */
const all = new WeakMap<World, Map<string, Work>>()

function worksOf(world: World): Map<string, Work> {
  const works = all.get(world) ?? new Map<string, Work>()
  all.set(world, works)
  return works
}

/**
 * A feed that many ask for at once is written once: calendars look for news on the hour. Requests after a change do not get a feed that was begun
 * before it. The work is for a requester who is gone when all of its callers are.
 */
export function shareWork(
  { world, links, url, requester }: PageRequest,
  name: string,
  work: (requester: Requester) => Promise<Content>,
): Promise<Content> {
  const works = worksOf(world)
  const key = `${links.publicUrl} ${url.path} ${name}`
  const since = world.changes.seq
  const forget = (ended: Work) => {
    if (works.get(key) === ended) works.delete(key)
  }
  const running = works.get(key)
  const shared = running?.since === since ? running : begin(world, since, requester, work)
  if (shared !== running) {
    works.set(key, shared)
    shared.content.finally(() => forget(shared)).catch(() => {})
  }
  join(shared, requester, forget)
  return shared.content
}

function begin(
  { queues }: World,
  since: number,
  { address }: Requester,
  work: (requester: Requester) => Promise<Content>,
): Work {
  const end = new AbortController()
  const requester = { address, signal: end.signal }
  const place = queues.feeds.place(requester)
  const content = place.ready.then(() => work(requester)).finally(place.leave)
  return { since, content, place, callers: 0, end }
}

/** Counts a caller, until the caller has gone or has the feed. */
function join(work: Work, { address, signal }: Requester, forget: (work: Work) => void) {
  work.callers++
  work.place.alsoFor(address)
  const leave = () => {
    if (--work.callers > 0) return
    // later callers get another
    forget(work)
    work.end.abort(signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })
  const done = () => signal.removeEventListener('abort', leave)
  work.content.then(done, done)
}
