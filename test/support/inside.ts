import type { Settings } from '../../src/config/config.ts'
import { call, type PlainRequest } from '../../src/http/server/connections.ts'
import { openDataFolder } from '../../src/main.ts'
import { openLog } from '../../src/outside/log.ts'
import { openStorage } from '../../src/outside/storage-health.ts'
import { serviceOf } from '../../src/service.ts'
import { newPlace } from './engine.ts'
import { settingsFor } from './service.ts'

/**
 * A service in this process, with its list index, and nothing that happens by itself: tests reach into it. `now`: Unix seconds,
 * else the clock of the settings.
 */
export async function openInside(overrides: Partial<Settings> = {}, now?: () => number) {
  const { folder, remove } = await newPlace('almanac-inside-')
  const given = settingsFor(folder, { logLevel: 'silent', ...overrides })
  const opened = await openDataFolder(given, undefined, undefined, { now })
  const log = openLog(given)
  const service = serviceOf({ ...opened, given: new Map() }, log, openStorage(log))
  return {
    ...opened,
    service,
    buildIndexes: () => opened.current.buildIndexes(() => {}),
    /** A request as it would come over HTTP. */
    async send(url: string, request: Omit<PlainRequest, 'url'> = {}) {
      const { status, headers, body } = await call(service, { ...request, url })
      return { status, headers, text: body.toString() }
    },
    async close() {
      await opened.close()
      await remove()
    },
  }
}

export type Inside = Awaited<ReturnType<typeof openInside>>
