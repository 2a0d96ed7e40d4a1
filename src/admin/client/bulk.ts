import type { AdminInput, AdminOutput } from '../../sdk/index.ts'
import type { Server } from '../server.ts'

export type BulkChange = AdminOutput<'POST /bulk'>

/** Milliseconds between two looks at a bulk change that goes on. */
const lookEvery = 1000

export const isGoingOn = ({ state }: Pick<BulkChange, 'state'>) =>
  state === 'running' || state === 'undoing' || state === 'interrupted'

type Progress = (bulk: BulkChange) => void

/** Reads a bulk change until it has ended. It goes on without this page too. */
async function ended(server: Server, begun: BulkChange, progress: Progress): Promise<BulkChange> {
  let bulk = begun
  for (; isGoingOn(bulk); bulk = await server.admin('GET /bulk/:id', { id: begun.id })) {
    progress(bulk)
    await new Promise(later => setTimeout(later, lookEvery))
  }
  return bulk
}

/** Changes many records on the server, and resolves at the end. */
export const changeMany = async (
  server: Server,
  change: AdminInput<'POST /bulk'>,
  progress: Progress = () => {},
): Promise<BulkChange> => ended(server, await server.admin('POST /bulk', change), progress)

export const mergeMany = async (
  server: Server,
  merging: AdminInput<'POST /merge'>,
  progress: Progress,
): Promise<BulkChange> => ended(server, await server.admin('POST /merge', merging), progress)

let before: Promise<unknown> = Promise.resolve()

/**
 * Undoes a bulk change, and resolves at the end. One begins when the one before has ended: of two changes of the same records the
 * earlier one is refused until the later one is undone.
 */
export function undoBulk(
  server: Server,
  id: number,
  progress: Progress = () => {},
): Promise<BulkChange> {
  const undone = before.then(async () =>
    ended(server, await server.admin('POST /bulk/:id/undo', { id }), progress),
  )
  before = undone.catch(() => {})
  return undone
}
