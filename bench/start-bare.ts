import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { text } from './almanac.ts'
import { dataFolder, node, root } from './constants.ts'
import { type Contestant, start } from './contestant.ts'

/** The limit of reading: `node:http` that sends the server's own answers to these paths in turn, whatever is asked. */
export async function startBare(
  name: string,
  port: number,
  server: Contestant,
  paths: readonly string[],
): Promise<Contestant> {
  const file = join(dataFolder, `bodies-${process.pid}-${port}`)
  const bodies: Buffer[] = []
  for (const path of paths) bodies.push(Buffer.from(await text(server, path)))
  writeFileSync(file, serialize(bodies))
  const command = [node, join(root, 'bench', 'peers', 'bare.ts')]
  const bare = await start({
    name,
    port,
    command,
    path: '/',
    env: { BODIES: file, PORT: String(port) },
  })
  rmSync(file)
  return bare
}
