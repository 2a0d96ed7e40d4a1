// node .ci/released-upgrade.js PROGRAM: a released program takes over a calendar of each earlier form, on both engines. Needs Node 24.
import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fill } from '../test/support/engine.ts'
import { closePostgres, postgresServer } from '../test/support/postgres.ts'
import { clock } from '../test/upgrade/calendar.ts'
import { unpacked } from '../test/upgrade/pack.ts'
import { nobody, openProgram } from './released-program.js'

const [program] = process.argv.slice(2)
const kept = join(import.meta.dirname, '../test/upgrade/kept')
const server = await postgresServer()

async function takeOver(name) {
  const databaseUrl = name.includes('.postgres.') ? await server.database() : undefined
  const { data, serving, remove } = openProgram(program, databaseUrl)
  try {
    for (const [path, bytes] of unpacked(readFileSync(join(kept, name)))) {
      const file = join(data, path)
      mkdirSync(dirname(file), { recursive: true, mode: 0o750 })
      if (path === 'database.sql') await fill({ dataFolder: data, databaseUrl }, bytes.toString('utf8'))
      else if (!path.startsWith('known')) writeFileSync(file, bytes)
    }
    if (nobody.uid)
      for (const path of ['', ...readdirSync(data, { recursive: true })]) chownSync(join(data, path), nobody.uid, nobody.gid)
    await serving(['--clock', clock], async base => {
      for (const [path, title] of [['/events.ics', 'Jazz in the park'], ['/fr/evenements.ics', 'Jazz au parc']]) {
        const response = await fetch(base + path)
        assert.equal(response.status, 200, `${name}: ${path}`)
        assert.ok((await response.text()).includes(title), `${name}: ${path}`)
      }
    })
  } finally {
    remove()
  }
}

const names = readdirSync(kept)
try {
  for (const name of names)
    await takeOver(name).catch(error => {
      throw new Error(name, { cause: error })
    })
  console.log(`${names.length} calendars of earlier versions: taken over`)
} finally {
  await closePostgres()
}
