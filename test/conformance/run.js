// Replays the conformance kit, when it is there, and compares its failures with test/conformance/known.json: cases that contradict the decisions. A new
// failure fails, and so does a known one that passes by now, so that the list stays true. Changes by a decision in very many cases stand in
// test/conformance/deviations.json, in addition to the list of the kit.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const kit = join(here, '..', '..', '..', 'shared', 'conformance', 'replay.mjs')
const folder = mkdtempSync(join(tmpdir(), 'almanac-conformance-'))
const file = join(folder, 'results.json')
const deviations = join(folder, 'deviations.json')
const listed = path => JSON.parse(readFileSync(path, 'utf8'))
writeFileSync(
  deviations,
  JSON.stringify([
    ...listed(join(dirname(kit), 'deviations.json')),
    ...listed(join(here, 'deviations.json')),
  ]),
)
spawnSync(
  process.execPath,
  [
    kit,
    '--serve',
    join(here, 'serve'),
    '--deviations',
    deviations,
    '--json',
    file,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
)
const { cases } = JSON.parse(readFileSync(file, 'utf8'))
rmSync(folder, { recursive: true })

const stated = new Map(
  Object.entries(JSON.parse(readFileSync(join(here, 'known.json'), 'utf8'))).flatMap(
    ([why, names]) => names.map(name => [name, why]),
  ),
)
const ran = new Set(cases.map(({ area, name }) => `${area} | ${name}`))
const failed = cases
  .filter(({ result }) => result === 'failed')
  .map(({ area, name }) => `${area} | ${name}`)
const fresh = failed.filter(name => !stated.has(name))
const cured = [...stated.keys()].filter(name => ran.has(name) && !failed.includes(name))
for (const name of fresh) console.log(`differs: ${name}`)
for (const name of cured) console.log(`no longer differs, take it from known.json: ${name}`)
const judged = cases.filter(({ result }) => result !== 'excluded').length
console.log(
  `${judged - failed.length} of ${judged} cases agree; ${failed.length - fresh.length} contradict the decisions (test/conformance/known.json); ${fresh.length} new.`,
)
process.exit(fresh.length + cured.length > 0 ? 1 : 0)
