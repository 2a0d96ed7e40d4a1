import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Content } from './page.ts'

/**
 * Scalar, which draws the documentation of the API, as one script for browsers. Its package holds it as text within a module for
 * servers; that module is only read here, never run.
 */
const module = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
const { version }: { version: string } = JSON.parse(
  readFileSync(join(dirname(module), '..', 'package.json'), 'utf8'),
)

/** Its name among the files of pages; a version has one content. */
export const scalarFile = `scalar-${version}.js`

type Packed = { plain: Buffer; br: Buffer; gzip: Buffer }

/** Four megabytes, so nothing of it stays in memory but what the cache of responses keeps. */
export async function scalarScript(): Promise<Content> {
  const { plain, br, gzip } = (await stored()) ?? (await prepareScalar())
  return {
    type: 'text/javascript; charset=utf-8',
    body: plain,
    encoded: { br: [br], gzip: [gzip] },
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  }
}

const folder = join(import.meta.dirname, '../../../node_modules/.cache/almanac', scalarFile)
const names = ['plain', 'br', 'gzip'] as const

async function stored(): Promise<Packed | undefined> {
  const read = (name: keyof Packed) => readFile(join(folder, name))
  return Promise.all([read('plain'), read('br'), read('gzip')]).then(
    ([plain, br, gzip]) => ({ plain, br, gzip }),
    () => undefined,
  )
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }
let preparing: Promise<Packed> | undefined

/** Takes the script out of its package and compresses it once, in the background. The result is stored next to the packages where that is allowed. */
export function prepareScalar(): Promise<Packed> {
  preparing ??= prepare().finally(() => {
    preparing = undefined
  })
  return preparing
}

async function prepare(): Promise<Packed> {
  const plain = Buffer.from(scriptIn(await readFile(module, 'utf8')))
  // a higher quality takes many times as long and saves little
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  const [br, gzip] = await Promise.all([compressed.br(plain, { params }), compressed.gzip(plain)])
  const packed = { plain, br, gzip }
  store(packed)
  return packed
}

/** Where nothing may be written, it is prepared again at its next use. */
function store(packed: Packed) {
  const own = `${folder}-${process.pid}`
  try {
    mkdirSync(own, { recursive: true })
    for (const name of names) writeFileSync(join(own, name), packed[name])
    renameSync(own, folder)
  } catch {
    // or another process was faster
    rmSync(own, { recursive: true, force: true })
  }
}

const before = 'var standalone_default = '

/** The text of the one string literal that is the script. */
function scriptIn(source: string): string {
  const start = source.indexOf(before) + before.length
  const literal = source.slice(start, source.indexOf('\n', start)).replace(/;$/, '')
  const isLiteral = start > before.length && literal.startsWith('"') && literal.endsWith('"')
  const script: unknown = isLiteral && runInNewContext(literal)
  if (typeof script !== 'string') throw new Error(`${module} is not as expected.`)
  return script
}
