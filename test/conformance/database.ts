import { createHash } from 'node:crypto'
import pg from 'pg'

/** A database of its own on a server, for one data folder of the kit: made when it is first asked for. */
export async function databaseFor(server: string, folder: string): Promise<string> {
  const name = `almanac_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
