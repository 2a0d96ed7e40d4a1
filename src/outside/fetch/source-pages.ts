import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

type Page = { url: string; status: number; headers: Record<string, string>; bytes: Uint8Array }
type PageKey = { url: string; authorization: string; accept: readonly string[] }

/** Larger pages are not stored, in bytes. */
const maxPage = 64 * 1024 * 1024
/** All pages together, in compressed bytes. */
const maxAll = 512 * 1024 * 1024
const day = 86_400_000
/** A page that no import has read for so long goes, in milliseconds. */
const maxAge = 60 * day

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)]

/** The folder of these pages in a data folder. */
export const sourcePagesIn = (dataFolder: string) => join(dataFolder, 'cache', 'imports')

/**
 * The pages of sources, as files of a folder that may be lost: without one, a page is fetched whole. A file that cannot be read or written counts as
 * missing.
 */
export function openSourcePages(folder: string) {
  let pruned = 0
  const pathOf = ({ url, authorization, accept }: PageKey) => {
    const of = JSON.stringify([url, authorization, accept])
    return join(folder, `${createHash('sha256').update(of).digest('hex')}.gz`)
  }
  return {
    async read(key: PageKey): Promise<Page | undefined> {
      try {
        const path = pathOf(key)
        const page = await readFile(path)
        const now = new Date()
        await utimes(path, now, now)
        return pageIn(await unpacked(page, { maxOutputLength: 2 * maxPage }))
      } catch {
        return undefined
      }
    },
    async store(key: PageKey, page: Page) {
      if (page.bytes.length > maxPage) return
      try {
        await mkdir(folder, { recursive: true, mode: 0o750 })
        if (Date.now() - pruned > day) {
          pruned = Date.now()
          await prune(folder)
        }
        const draft = join(folder, `${randomUUID()}.writing`)
        await writeFile(draft, await packed(bytesOf(page)), { mode: 0o640 })
        await rename(draft, pathOf(key))
      } catch {}
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

/** One line of JSON, and the body. */
const bytesOf = ({ bytes, ...head }: Page) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes])

function pageIn(file: Buffer): Page {
  const end = file.indexOf('\n')
  // what this program has written
  const head: Omit<Page, 'bytes'> = JSON.parse(file.toString('utf8', 0, end))
  return { ...head, bytes: file.subarray(end + 1) }
}

/** Removes what is old, and the oldest of too much. */
async function prune(folder: string) {
  const files: { path: string; size: number; used: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (file) files.push({ path, size: file.size, used: file.mtimeMs })
  }
  let all = 0
  for (const { path, size, used } of files.toSorted((a, b) => b.used - a.used)) {
    all += size
    if (all > maxAll || used < Date.now() - maxAge) await rm(path, { force: true })
  }
}
