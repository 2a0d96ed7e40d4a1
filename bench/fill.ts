// node bench/fill.ts 10000 folder: makes a calendar of that size (calendars.ts runs it); with 50 after it, one of series of 50 dates.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../src/config/config.ts'
import { openDataFolder } from '../src/main.ts'
import { openDatabase } from '../src/store/sqlite/driver.ts'
import { root, token } from './constants.ts'
import { clock, fill } from './data.ts'

const events = Number(process.argv[2])
const folder = process.argv[3] as string
const dates = Number(process.argv[4] ?? 1)
// Under its own name only once it is whole.
const unfinished = `${folder}.${process.pid}`
mkdirSync(unfinished, { recursive: true, mode: 0o750 })
process.on('exit', () => rmSync(unfinished, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const { settings } = readSettings({
  flags: { dataFolder: unfinished, clock, adminLogin: 'bench' },
  env: { ALMANAC_ADMIN_TOKEN: token },
  cwd: root,
})
const context = await openDataFolder(settings)
const db = openDatabase(join(unfinished, 'almanac.db'), { timeout: 60_000 })
await fill(
  context.engine,
  events,
  done => {
    process.stderr.write(`\r${events} events: ${done} written`)
    // Writes without a pause leave the thread that checkpoints behind, and the log would grow to ten times the database.
    if ((done * dates) % 20_000 === 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  },
  dates,
)
process.stderr.write('\n')
db.close()
await context.close()
writeFileSync(join(unfinished, 'done'), '')
rmSync(folder, { recursive: true, force: true })
renameSync(unfinished, folder)
