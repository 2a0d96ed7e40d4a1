import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { node, root, seconds } from './constants.ts'
import type { Figure } from './measure.ts'
import { type RawEvent, rowsOfOneEvent } from './raw-rows.ts'

/** So many events are copied in turn: their days differ, as those of the load do. */
const different = 18

/**
 * The limit of writing, run beside the idle server on its processor: the rows of a few created events, written again and
 * again to a copy of the database as it is now. `create` makes the event with that number in its titles.
 */
export async function openRaw(
  folder: string,
  number: number,
  create: (number: number) => Promise<number>,
) {
  // The first write of a caller leaves traces that the next do not.
  await create(number - 1)
  const [file, copy] = [join(folder, 'almanac.db'), join(folder, 'raw.db')]
  const events: RawEvent[] = []
  for (let at = number; at < number + different; at++) {
    const before = at === number ? copy : join(folder, 'before.db')
    events.push({ ...(await rowsOfOneEvent(file, before, () => create(at))), number: at })
  }
  writeFileSync(join(folder, 'raw.rows'), serialize(events))
  let next = number + different
  const rowsThat = (kind: 'insert' | 'update') =>
    events[0]?.rows.filter(row => row.kind === kind).length ?? 0
  return {
    inserts: rowsThat('insert'),
    updates: rowsThat('update'),
    async measure(): Promise<Figure> {
      const command = [node, join(root, 'bench', 'raw.ts'), folder, String(next), String(seconds)]
      const done = spawnSync('taskset', ['-c', '0', ...command], { encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`raw.ts failed: ${done.stderr}`)
      const result = JSON.parse(done.stdout) as { rate: number; cpu: number; next: number }
      next = result.next
      return { ...result, database: 0, p50: 0, p99: 0, bytes: 0, memory: 0, failures: 0 }
    },
  }
}
