import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { service } from '../../src/calendar/access/access.ts'
import { readSettings } from '../../src/config/config.ts'
import { check, type Values } from '../../src/define/param.ts'
import { writeParams } from '../../src/define/resource.ts'
import { openDataFolder } from '../../src/main.ts'
import { resources } from '../../src/resources/table.ts'

export const caller = { actor: service, language: 'en', fallback: true } as const

export function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-journal-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The calendar of a folder of its own, which is closed and removed after the test. */
export async function openFor(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-journal-'))
  const opened = await open(folder)
  t.after(async () => {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return opened
}

/** The calendar of a data folder with its indexes, and what writes to it. */
export async function open(folder: string) {
  const { settings } = readSettings({
    flags: { dataFolder: folder, clock: '2027-05-01T12:00:00Z' },
    env: {},
    cwd: folder,
  })
  const opened = await openDataFolder(settings)
  await opened.current.buildIndexes(() => {})
  const { calendar, context } = opened
  const make = async (kind: 'event' | 'tag', body: Values) => {
    const of = { now: context.now(), zone: 'UTC' }
    const { values } = check(writeParams(resources[kind], 'create'), body, of)
    return (await calendar.create(kind, caller, values)).record.id
  }
  return {
    ...opened,
    event: (title: string, more: Values = {}) =>
      make('event', {
        title,
        start_date: '2027-06-01 10:00:00',
        end_date: '2027-06-01 11:00:00',
        ...more,
      }),
    tag: (name: string) => make('tag', { name }),
    total: async () => (await calendar.list('event', caller, {})).total,
  }
}

/** Waits until something is so; a test that waits for ever has failed. */
export async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await pause(2)
}
