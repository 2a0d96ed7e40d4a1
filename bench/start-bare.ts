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
  const bodies: Buffer[] = []
  for (const path of paths) bodies.push(Buffer.from(await text(server, path)))
  return startWith(name, port, { bodies })
}

/** The same for an answer that says that nothing has changed: it is its headers, as the server sends them. */
export async function startBareUnchanged(
  name: string,
  port: number,
  server: Contestant,
  path: string,
): Promise<Contestant> {
  const url = `http://127.0.0.1:${server.port}${path}`
  const response = await fetch(url)
  await response.arrayBuffer()
  const answer = await fetch(url, {
    headers: { 'If-None-Match': response.headers.get('etag') as string },
  })
  // these node:http writes by itself
  const own = new Set(['connection', 'date', 'keep-alive'])
  const headers = [...answer.headers].filter(([header]) => !own.has(header)).flat()
  return startWith(name, port, { bodies: [Buffer.alloc(0)], status: answer.status, headers })
}

async function startWith(
  name: string,
  port: number,
  answers: { bodies: Buffer[]; status?: number; headers?: string[] },
): Promise<Contestant> {
  const file = join(dataFolder, `bodies-${process.pid}-${port}`)
  writeFileSync(file, serialize(answers))
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
