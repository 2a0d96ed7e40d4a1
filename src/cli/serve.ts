import type { Deed } from './program.ts'
import type { Flags, Shell } from './shell.ts'
import { words } from './words.ts'

const { service: text } = words

type Serve = typeof import('../main.ts').serve
type Service = Awaited<ReturnType<Serve>>
type Told = NonNullable<Parameters<Serve>[1]>

/** Starts the service and returns; it runs until it is told to stop. */
export const serve: Deed = async (shell, flags) => {
  const settings = shell.settings(flags)
  const main = await import('../main.ts')
  const service = await main.serve(settings, await onTerminal(shell))
  stopWhenTold(service)
  if (service.isFirstStart) shell.tell(welcome(shell, flags, service))
  const { address, root, isFirstStart } = service
  shell.put({ address, root, isFirstStart }, '')
}

/** What is done by then is not worth a line. */
const patience = 2000

/** On a terminal, how far the preparations are is told in its last line, and the log goes above it; elsewhere the log tells. */
async function onTerminal(shell: Shell): Promise<Told> {
  const output = process.stderr
  if (!output.isTTY || shell.isJson || shell.isQuiet) return {}
  const { openLine, openProgress } = await import('./progress.ts')
  const line = openLine(output)
  process.on('exit', line.clear)
  const works = new Map<string, ReturnType<typeof openProgress>>()
  return {
    output: { isTTY: true, write: line.above },
    progress(work, done, total) {
      const known = works.get(work) ?? openProgress(shell, words.progress[work], { patience, line })
      works.set(work, known)
      if (done < total) return known.show(done, total)
      known.end()
      works.delete(work)
    },
  }
}

/** What to know on the first start: where everything is, and how to get in. */
export function welcome(
  shell: Shell,
  flags: Flags,
  { address, root, hasUsers }: Pick<Service, 'address' | 'root' | 'hasUsers'>,
): string {
  const places: [string, string][] = [
    [`${shell.words(text.api)} (${shell.words(text.english)})`, root.en],
    [`${shell.words(text.api)} (${shell.words(text.french)})`, root.fr],
    [shell.words(text.documentation), `${root.plain}/doc`],
    [shell.words(text.health), `${address}/health/ready`],
  ]
  const width = Math.max(...places.map(([label]) => label.length))
  const account = [
    '',
    shell.words(text.noAccount),
    `  ${commandLine(`users add ${shell.words(text.newName)} --role administrator`, flags)}`,
    shell.words(text.unattended),
  ]
  return [
    '',
    shell.words(text.ready),
    '',
    ...places.map(([label, place]) => `  ${label.padEnd(width)}  ${place}`),
    ...(hasUsers ? [] : account),
    '',
    shell.words(text.tryDemo),
    `  ${commandLine('demo', flags)}`,
    '',
  ].join('\n')
}

/** A command for the same data: it needs the flags that say where they are. */
export function commandLine(command: string, { config, dataFolder }: Flags): string {
  const places = { '--config': config, '--data-folder': dataFolder }
  const flags = Object.entries(places).flatMap(([flag, place]) =>
    place ? [`${flag} ${quoted(place)}`] : [],
  )
  return ['npx almanac', command, ...flags].join(' ')
}

const quoted = (path: string) =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`

// A terminal tells the whole group, and whoever started us may pass the same signal on: one wish, told twice.
const sameWish = 300

/** The first signal stops it when requests in progress are done; a second one, at once. */
function stopWhenTold({ close }: Pick<Service, 'close'>) {
  let told = 0
  const stop = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (told > 0 && now - told < sameWish) return
    if (told > 0) process.exit(signal === 'SIGINT' ? 130 : 143)
    told = now
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}
