import { createHash } from 'node:crypto'

/** The name of a file with a hash of its content: `style-1a2b3c4d5e.css`. */
export function fileNamed(name: string, body: Buffer): string {
  const digest = createHash('sha256').update(body).digest('base64url').replace(/[-_]/g, '')
  const [stem = '', extension] = name.split('.')
  return `${stem}-${digest.slice(0, 10)}.${extension}`
}

/** Files named by their content never change. */
export const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
