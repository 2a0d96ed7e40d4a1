import { firstSite, type Settings } from '../config/index.ts'
import type { serve as serveCalendar } from '../main.ts'
import { openWorkers, thisWorker, WorkerFailure } from '../workers.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import { commandLine } from './program-name.ts'
import { openLine, openProgress } from './progress.ts'
import type { Flags, Shell } from './shell.ts'
import { usualFolder } from './usual-folder.ts'

const { service: text } = messages

type Serve = typeof serveCalendar
type Service = Awaited<ReturnType<Serve>>
type ServeOptions = NonNullable<Parameters<Serve>[1]>

/** Starts the service and returns; it runs until a signal stops it. */
export const serve: CommandHandler = async (shell, flags) => {
  const settings = shell.settings(flags)
  const worker = thisWorker()
  if (!worker) warnOfFolder(shell, settings)
  if (settings.workers > 1 && !worker) {
    const workers = openWorkers(settings)
    stopOnSignals(workers)
    const replace = () => {
      const next = readAgain(shell, flags)
      if (next) workers.replace(next.settings)
    }
    heed({ reload: workers.reload, replace })
    return workers.begin().catch(error => {
      // it has said why
      if (error instanceof WorkerFailure) process.exit(error.exitCode)
      throw error
    })
  }
  const main = await import('../main.ts')
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const first = firstSite(shell.language, LC_ALL || LC_MESSAGES || LANG || '')
  const site = { ...givenTo(shell, flags), first }
  const around = worker ? { worker } : await onTerminal(shell)
  // a signal may come with the first requests, before the start has ended
  const starting: Promise<Service> = main.serve(settings, {
    ...around,
    site,
    buildsScreens: true,
    config: shell.read(flags).file,
    listens: onSignals,
  })
  function onSignals() {
    const stop = async (signal: string) => {
      await (await starting).close(signal)
      return 0
    }
    stopOnSignals({ stop, kill: worker ? undefined : () => {} })
    heed({ reload, replace: () => worker ?? shell.warn(shell.message(text.oneProcess)) })
  }
  async function reload() {
    const service = await starting
    const next = readAgain(shell, flags)
    if (next) service.reload(next.settings, givenTo(shell, flags)).catch(() => {})
  }
  const service = await starting
  if (!worker || worker.isFirst) greet(shell, flags, service)
}

/** Data inside the folder of a version are lost with it. */
function warnOfFolder(shell: Shell, { dataFolder }: Settings) {
  const { folder, moveTo } = usualFolder({ env: process.env, cwd: process.cwd() }) ?? {}
  if (moveTo && folder === dataFolder)
    shell.warn(shell.message(text.insideVersion, { folder, moveTo }))
}

/** The settings of flags, variables and file, with their sources. */
const givenTo = (shell: Shell, flags: Flags) => ({
  given: shell.given(flags),
  sources: shell.read(flags).sources,
  replaces: true,
})

/** Reads the settings again; undefined if some are invalid: they are reported and nothing changes. */
function readAgain(shell: Shell, flags: Flags) {
  const reading = shell.read(flags)
  shell.complain(reading)
  if (reading.fieldErrors.length === 0) return reading
  shell.warn(shell.message(text.notReadAgain))
  return undefined
}

function greet(shell: Shell, flags: Flags, service: Greeted) {
  for (const change of service.siteChanges) shell.report(shell.message(text.changed, change))
  const { address, root, isFirstStart, setUp } = service
  // later starts greet people only: output to a pipe or to systemd stays the same
  const isGreeted = !shell.isQuiet && (isFirstStart || process.stdout.isTTY)
  const greeting = isGreeted ? welcome(shell, flags, service) : ''
  shell.put({ address, root, isFirstStart, ...(setUp && { setUp }) }, greeting)
}

/** Milliseconds before progress is shown: shorter work is not worth a line. */
const patience = 2000

/** On a terminal, the last line shows the progress of background work, and the log goes above it; elsewhere the log reports it. */
async function onTerminal(shell: Shell): Promise<ServeOptions> {
  const output = process.stderr
  if (!output.isTTY || shell.isJson || shell.isQuiet) return {}
  const line = openLine(output)
  process.on('exit', line.clear)
  const works = new Map<string, ReturnType<typeof openProgress>>()
  return {
    output: { isTTY: true, write: line.above },
    progress(work, done, total) {
      const existing =
        works.get(work) ?? openProgress(shell, messages.progress[work], { patience, line })
      works.set(work, existing)
      if (done < total) return existing.show(done, total)
      existing.end()
      works.delete(work)
    },
  }
}

/** Where everything is; on the first start also how to get in, and what to try. */
function welcome(shell: Shell, flags: Flags, of: Welcome): string {
  const { address, home, root, settings, isFirstStart } = of
  const command = (line: string) => `  ${commandLine(line, flags, settings)}`
  const places: [string, string][] = [
    [shell.message(text.calendar), home[shell.language]],
    [shell.message(text.documentation), `${home[shell.language]}docs/guides/`],
    [`${shell.message(text.api)} (${shell.message(text.english)})`, root.en],
    [`${shell.message(text.api)} (${shell.message(text.french)})`, root.fr],
    [shell.message(text.health), `${address}/health/ready`],
    [shell.message(text.dataFolder), settings.dataFolder],
    [shell.message(text.timezone), settings.timezone],
    [shell.message(text.language), settings.language],
  ]
  const width = Math.max(...places.map(([label]) => label.length))
  const site = ['', shell.message(text.setSite), command(exampleOf(settings))]
  const demo = ['', shell.message(text.tryDemo), command('demo')]
  return [
    '',
    shell.message(text.ready),
    '',
    ...places.map(([label, place]) => `  ${label.padEnd(width)}  ${place}`),
    ...(isFirstStart ? site : []),
    ...toGetIn(shell, of, command),
    ...(isFirstStart ? demo : []),
    ...(of.isExposed ? ['', shell.message(text.exposed, { address })] : []),
    '',
  ].join('\n')
}

type Greeted = Welcome & Pick<Service, 'siteChanges'>

type Welcome = Pick<
  Service,
  'address' | 'home' | 'root' | 'settings' | 'isFirstStart' | 'isExposed' | 'entry' | 'setUp'
>

/** The page, or the one command, that leads to an account that may write. */
function toGetIn(
  shell: Shell,
  { entry, setUp }: Welcome,
  command: (line: string) => string,
): string[] {
  const about = entry.login === undefined ? text.setUp : text.nobody
  const browser = setUp ? ['', shell.message(about), `  ${setUp}`] : []
  if (entry.login === undefined)
    return [
      ...browser,
      '',
      shell.message(text.noAccount),
      command('users add admin --role administrator --token laptop'),
    ]
  if (entry.hasToken) return browser
  return [
    ...browser,
    '',
    shell.message(text.noToken),
    command(`tokens create --user ${entry.login} --name laptop`),
  ]
}

const exampleOf = ({ timezone }: Pick<Welcome['settings'], 'timezone'>) =>
  `config set timezone ${timezone === 'UTC' ? 'Europe/Paris' : timezone}`

// A terminal signals the whole process group, and the parent process may pass the same signal on: it counts once.
const sameWish = 300

type Stopping = {
  stop(signal: string): Promise<number>
  /** Undefined: only the process that started this one decides that it has waited for long enough. */
  kill: (() => void) | undefined
}

/** The first signal stops it when requests in progress are done; a second one, at once. */
function stopOnSignals({ stop: close, kill }: Stopping) {
  let signalledAt = 0
  const stop = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (signalledAt > 0 && (!kill || now - signalledAt < sameWish)) return
    if (signalledAt > 0) {
      kill?.()
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    signalledAt = now
    close(signal).then(
      code => process.exit(code),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  if (isOnTerminal()) process.on('SIGHUP', stop)
}

/** A terminal that closes sends SIGHUP. Elsewhere, as after a rotation of logs, it asks for settings and logs to be opened again. */
function heed({ reload, replace }: { reload(): void; replace(): void }) {
  if (!isOnTerminal()) process.on('SIGHUP', reload)
  process.on('SIGUSR2', replace)
}

const isOnTerminal = () =>
  [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
