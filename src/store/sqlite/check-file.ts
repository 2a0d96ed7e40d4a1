// Runs as a process of its own: reads a whole database and writes what is wrong with it to standard output, a line each.
import { setPriority } from 'node:os'
import { existing } from '../../define/base/objects.ts'
import { openDatabase } from './driver.ts'

setPriority(19)
const db = openDatabase(existing(process.argv[2]), { readOnly: true, timeout: 10_000 })
// Few pages in memory: the file is read once from its beginning to its end.
db.exec('PRAGMA cache_size = -1000')
for (const row of db.prepare('PRAGMA quick_check(10)').all<{ quick_check: string }>())
  if (row.quick_check !== 'ok') process.stdout.write(`${row.quick_check}\n`)
db.close()
