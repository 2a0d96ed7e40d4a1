/** The search thread of a database in a process of its own, for a test that kills it. It never outlives its parent. */
import { openThread } from '../../src/store/sqlite/search/thread.ts'

const [file = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
openThread(
  { file, index: `${file}.search` },
  { progress: (done, total) => process.send?.({ done, total }) },
  () => process.exit(1),
)
