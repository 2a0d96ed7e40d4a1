import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../define/base/objects.ts'
import { hasCalendar } from '../main.ts'
import { ExportError, type ExportFormat, openExport } from '../transfer/index.ts'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Own } from './program.ts'

const { exports: text } = messages

/** Writes a calendar, or part of it, into a file or to standard output. */
const exportTo =
  (format: ExportFormat): CommandHandler =>
  async (shell, flags, [file], own) => {
    const settings = shell.settings(flags)
    const { dataFolder } = settings
    if (!(await hasCalendar(settings))) throw failure(messages.service.noCalendar, { dataFolder })
    const target = file ?? (typeof own.output === 'string' ? own.output : undefined)
    const site = { given: shell.given(flags), replaces: false }
    const { stream, notes, close } = await openExport(settings, site, {
      format,
      filter: filterIn(own),
    })
    try {
      if (target === undefined || target === '-')
        await pipeline(stream, process.stdout, { end: false })
      else await intoFile(stream, target)
    } catch (error) {
      if (!(error instanceof ExportError)) throw error
      throw failure(text.notRead, { status: error.status })
    } finally {
      await close()
    }
    for (const { sentence, params } of notes) shell.report(shell.message(sentence, params))
    if (target === undefined || target === '-') return
    shell.report(shell.message(text.written, { file: target }))
    shell.put({ file: target }, '')
  }

/** A file that is there is whole. */
async function intoFile(stream: Readable, file: string) {
  const part = `${file}.part`
  try {
    await pipeline(stream, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    stream.destroy()
    if (codeOf(error) === 'ENOENT') throw failure(text.noFolder, { folder: dirname(file) })
    await rm(part, { force: true })
    throw error
  }
}

function filterIn({ filter }: Own): string | undefined {
  if (filter === undefined) return undefined
  if (typeof filter !== 'string' || !filter.includes('='))
    throw misuse(text.badFilter, { value: String(filter) })
  return filter
}

export const archive = exportTo('archive')
export const ndjson = exportTo('ndjson')
export const csv = exportTo('csv')
export const ics = exportTo('ics')
