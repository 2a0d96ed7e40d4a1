import type { Asked, Content } from '../page.ts'

type Work = { since: number; content: Promise<Content> }
const running = new WeakMap<object, Map<string, Work>>()

/**
 * A feed that many ask for at once is written once: calendars look for news on the hour. Who asks after a change does not get what
 * was begun before it.
 */
export function shareWork(
  { world, links, url }: Asked,
  name: string,
  work: () => Promise<Content>,
): Promise<Content> {
  const all = running.get(world) ?? new Map<string, Work>()
  running.set(world, all)
  const key = `${links.publicUrl} ${url.path} ${name}`
  const since = world.changes.seq
  const found = all.get(key)
  if (found?.since === since) return found.content
  const content = work().finally(() => {
    if (all.get(key)?.content === content) all.delete(key)
  })
  all.set(key, { since, content })
  return content
}
