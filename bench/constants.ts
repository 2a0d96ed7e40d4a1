import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The Node that runs every contestant. */
export const node = process.execPath
/** Calendars and products are kept here between runs; `BENCH_DATA` puts them on another disk. */
export const dataFolder = process.env.BENCH_DATA ?? join(root, 'bench', '.data')

export const api = '/cal/events/v1'
export const token = 'bench-token-of-the-administrator'

/** One port each, so that the addresses within the answers are the same at every run. */
export const ports = {
  almanac: 8201,
  bare: 8202,
  bareSingle: 8203,
  bareFew: 8208,
  rows: 8204,
  jsonServer: 8205,
  directus: 8206,
  directusCached: 8207,
  growth: 8210,
  pages: 8220,
  screens: 8230,
  postgres: 8240,
  onPostgres: 8250,
  series: 8270,
}

/** Each figure is the best of so many rounds of so many seconds; the contestants take turns within a round. */
export const rounds = 3
export const seconds = 2
export const clients = 32

export const report = (text: string) => process.stderr.write(`${text}\n`)
export const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
