import type { Call, Sending } from './call.ts'
import { AlmanacError } from './problem.ts'
import type { Changes, ChangesQuery } from './types.ts'

const start = 'start'

/** Reads changes on and on, each time from where the response before has ended. */
export const changesOf = (call: Call) =>
  async function* changes(
    { wait = 30, ...query }: ChangesQuery = {},
    sending: Sending = {},
  ): AsyncGenerator<Changes, void> {
    for (let { cursor } = query; ; ) {
      const content = { query: { ...query, wait, cursor }, ...sending }
      const page = await call<Changes>('GET', '/changes', content).catch((error: unknown) => {
        const isGone = error instanceof AlmanacError && error.status === 410
        if (!isGone || cursor === start) throw error
      })
      if (page) yield { ...page, begins: cursor === start }
      cursor = page?.cursor ?? start
    }
  }
