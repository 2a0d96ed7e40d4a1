/** A service in a process of its own, for a test that kills it. It tells its parent where it listens, and never outlives it. */
import { serve } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'

const [folder = ''] = process.argv.slice(2)
const publicUrl = 'http://calendar.example'
process.on('disconnect', () => process.exit())
const { address } = await serve(settingsFor(folder, { publicUrl, mostPerPage: 1000 }))
process.send?.(address)
