import { newSetUpCode } from './calendar/people/sign-in/first-run.ts'
import type { Settings } from './config/config.ts'
import { version } from './config/version.ts'
import { databaseOf } from './database.ts'
import { prepareFolder } from './outside/data-folder.ts'
import { type LogOutput, openLog } from './outside/log.ts'
import { secrets } from './outside/secrets.ts'
import { superviseWorkers } from './outside/workers/parent.ts'

/** The settings that the parent process applies at its start, or that all processes must share. */
const atStart = ['workers', 'dataFolder', 'databaseUrl', 'host', 'port', 'gracePeriod'] as const

export { WorkerFailure } from './outside/workers/parent.ts'
export { thisWorker } from './outside/workers/worker.ts'

/**
 * Has the calendar served by several processes; this one only starts them. It holds the lock of the folder, so that there is one
 * such service, whichever of them ends. The caller begins it, and stops it.
 */
export function openWorkers(settings: Settings, output: LogOutput = process.stderr) {
  const database = databaseOf(settings)
  prepareFolder(settings.dataFolder, database.isFile)
  const lock = database.lock()
  const log = openLog(settings, output)
  const { begin, stop, kill, reload, replace } = superviseWorkers({
    count: settings.workers,
    start: { isTTY: output.isTTY === true, setUpCode: newSetUpCode(secrets) },
    log,
    output: {
      out: text => void process.stdout.write(text),
      err: text => void output.write(text, () => {}),
    },
    gracePeriod: settings.gracePeriod,
  })
  const released = <T>(value: T): T => {
    lock.release()
    log.flush()
    return value
  }
  return {
    begin: () =>
      begin().catch(error => {
        throw released(error)
      }),
    /** Resolves with the exit code. */
    stop(signal: string) {
      log.info('Almanac is stopping', { version, signal })
      return stop().then(released)
    },
    kill,
    reload,
    /** New processes take the place of the old ones; `next`: the settings as they are now. */
    async replace(next: Settings) {
      const fixed = atStart.filter(name => next[name] !== settings[name])
      if (fixed.length > 0)
        return log.error('the workers were not replaced: these settings require a restart', {
          settings: fixed.join(', '),
        })
      log.info('the workers are being replaced', {})
      await replace()
    },
  }
}
