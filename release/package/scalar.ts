import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Content } from '../../src/web/shell/page.ts'

// In the package, in place of `src/web/shell/scalar.ts`: the script was taken out of its package, and compressed, when it was built.

const folder = new URL('scalar/', import.meta.url)

export const scalarFile = readdirSync(folder).find(name => name.endsWith('.js')) ?? ''

export async function scalarScript(): Promise<Content> {
  const read = (ending: string) => readFile(new URL(`${scalarFile}${ending}`, folder))
  const [body, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
  return {
    type: 'text/javascript; charset=utf-8',
    body,
    encoded: { br: [br], gzip: [gzip] },
    headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
  }
}
