import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { node, root, seconds } from './constants.ts'
import type { Figure } from './measure.ts'
import { type RawEvent, rowsOfOneEvent } from './raw-rows.ts'

/**
 * The limit of writing, run beside the idle server on its processor: the rows of one created event, written again and again
 * to a copy of the database as it is now. `create` makes the event with that number in its titles.
 */
export async function openRaw(
  folder: string,
  number: number,
  create: (number: number) => Promise<number>,
) {
  // The first write of a caller leaves traces that the next do not.
  await create(number - 1)
  const [file, copy] = [join(folder, 'almanac.db'), join(folder, 'raw.db')]
  const event = await rowsOfOneEvent(file, copy, () => create(number))
  writeFileSync(join(folder, 'raw.rows'), serialize({ ...event, number } satisfies RawEvent))
  let next = number + 1
  return {
    inserts: event.rows.filter(({ kind }) => kind === 'insert').length,
    updates: event.rows.filter(({ kind }) => kind === 'update').length,
    async measure(): Promise<Figure> {
      const command = [node, join(root, 'bench', 'raw.ts'), folder, String(next), String(seconds)]
      const done = spawnSync('taskset', ['-c', '0', ...command], { encoding: 'utf8' })
      if (done.status !== 0) throw new Error(`raw.ts failed: ${done.stderr}`)
      const told = JSON.parse(done.stdout) as { rate: number; cpu: number; next: number }
      next = told.next
      return { ...told, p50: 0, p99: 0, bytes: 0, memory: 0, failures: 0 }
    },
  }
}
