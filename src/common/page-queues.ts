import { openAddressQueue } from './address-queue.ts'

/** The queues for visitors: pages take some milliseconds, feeds of thousands of events up to a second. */
export const openQueues = () => ({
  pages: openAddressQueue({
    running: { all: 64, each: 4 },
    waiting: { all: 1000, each: 200 },
  }),
  feeds: openAddressQueue({
    running: { all: 4, each: 2 },
    waiting: { all: 100, each: 30 },
  }),
})

export type Queues = ReturnType<typeof openQueues>
