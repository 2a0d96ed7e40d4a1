/** Extends series in a process of its own, on a clock that is a year ahead, for a test that kills it. */
import { extendSeries } from '../../src/calendar/write/series.ts'
import { openDataFolder } from '../../src/main.ts'
import { settingsFor } from '../support/service.ts'

const [folder = ''] = process.argv.slice(2)
const { context, close } = await openDataFolder(settingsFor(folder))
process.on('disconnect', () => process.exit())
process.send?.('begins')
await extendSeries({ ...context, now: () => context.now() + 365 * 86_400 })
await close()
process.send?.('ended')
process.disconnect?.()
