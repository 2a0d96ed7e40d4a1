// Runs as a process of its own and of low priority, so that an export takes little from those who read: writes the export that standard
// input describes to standard output.
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Settings } from '../config/index.ts'
import { type ExportFormat, openExport } from './exports.ts'

setPriority(10)
type Wanted = { settings: Settings; format: ExportFormat; filter?: string | undefined }
const { settings, format, filter }: Wanted = JSON.parse(await text(process.stdin))
// the settings of the site are those that the service has settled already
const site = { given: new Set<string>(), replaces: false }
const { stream, close } = await openExport(settings, site, { format, filter })
try {
  await pipeline(stream, process.stdout, { end: false })
} finally {
  await close()
}
