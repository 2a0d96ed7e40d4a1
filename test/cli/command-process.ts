/** Runs commands one after another in this process. Most of what a command takes is its start, which is tested where it matters. */
import { main } from '../../src/cli/main.ts'
import type { Ended, Typed } from './command.ts'

const [, , bin = ''] = process.argv
process.argv[1] = bin
process.on('disconnect', () => process.exit())
// each command listens to both
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

const isOfProcess = new Set(['PATH', 'NODE_COMPILE_CACHE'])

process.on('message', (typed: Typed) => void run(typed))

async function run({ args, cwd, env }: Typed) {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!isOfProcess.has(name)) delete process.env[name]
  Object.assign(process.env, env)
  const [out, err] = [taken(process.stdout), taken(process.stderr)]
  const code = await main(args)
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  const ended: Ended = { code, out: out(), err: err() }
  process.send?.(ended)
}

/** Takes what is written to a stream from here on. */
function taken(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = []
  stream.removeAllListeners('error')
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  return () => Buffer.concat(chunks).toString('utf8')
}
