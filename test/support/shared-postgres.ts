import { after } from 'node:test'
import { closePostgres } from './postgres.ts'

/** The server that the files of a process share, each with databases of its own. A file that stops it, or changes its settings, closes it itself. */
export { postgresServer } from './postgres.ts'

after(closePostgres)
