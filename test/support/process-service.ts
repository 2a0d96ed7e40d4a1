/** A service in a process of its own, for a test that kills it. It tells its parent where it listens, and never outlives it. */
import { serve } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'

const [folder = '', databaseUrl = '', fetchAllow = ''] = process.argv.slice(2)
const publicUrl = 'http://calendar.example'
process.on('disconnect', () => process.exit())
const given = {
  ...(databaseUrl && { databaseUrl }),
  ...(fetchAllow && { fetchAllow: [fetchAllow] }),
}
const { address } = await serve(settingsFor(folder, { publicUrl, maxPerPage: 1000, ...given }))
process.send?.(address)
