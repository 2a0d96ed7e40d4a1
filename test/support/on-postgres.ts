// Runs tests of the service once more with PostgreSQL behind it: `npm run unit:postgres`, with files after it for others than these.
// All share one server, which is started here and gone afterwards: that of the packages, or `ALMANAC_POSTGRES_VERSION` of this machine.
import { shapes } from '../../src/calendar/shapes.ts'
import { postgres } from '../../src/store/postgres/engine.ts'
import { closePostgres, installedVersions, postgresServer } from './postgres.ts'
import { runTests } from './run.ts'

/** The suites that could distinguish the engines: rights, kills, random input, and all that writes, lists or searches records. */
const suites = [
  'test/access/*.test.ts',
  'test/accounts/{activity,counts,first-run,kill,last-used,merge,review,settings,users,versions}{,.process}.test.ts',
  'test/calendar/*.test.ts',
  'test/http/{anything,authors,conditions,dates,erasing,languages,linked-records}{,.process}.test.ts',
  'test/http/{lists-for-editors,nearby,pages-of-lists,partial-updates,passwords}{,.process}.test.ts',
  'test/http/{occurrences,publication,search,slugs,terms,wire,writers}{,.process}.test.ts',
  'test/stores/{grown,index-check,kill,kill-image,list-batches,list-index,strange-lines,upgrade}{,.process}.test.ts',
  'test/upgrade/*.test.ts',
]

const files = process.argv.slice(2)
const wanted = process.env.ALMANAC_POSTGRES_VERSION
const installed = installedVersions.find(({ version }) => String(version) === wanted)
if (wanted && !installed) throw new Error(`PostgreSQL ${wanted} is not installed.`)
const server = await postgresServer(installed?.programs)
const template = await server.database()
const store = postgres(template)
await store.prepare(shapes)
await store.close()

await runTests(files.length > 0 ? files : suites, { ALMANAC_TEST_POSTGRES: template })
await closePostgres()
