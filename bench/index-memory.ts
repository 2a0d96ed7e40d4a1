// node --expose-gc bench/index-memory.ts folder: megabytes that the list index of a calendar takes.
import { readSettings } from '../src/config/config.ts'
import { openDataFolder } from '../src/main.ts'
import { openListIndex } from '../src/store/listing/list-index.ts'
import { root } from './constants.ts'

const flags = { dataFolder: process.argv[2] as string }
const { engine } = await openDataFolder(readSettings({ flags, env: {}, cwd: root }).settings)

function used(): number {
  for (let n = 0; n < 4; n++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

const index = openListIndex(engine)
const before = used()
await index.build()
process.stdout.write(String(used() - before))
process.exit()
