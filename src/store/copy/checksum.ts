import { hash } from 'node:crypto'
import type { Line } from './lines.ts'

/** The number of rows, and the sum of their hashes, which does not depend on their order. */
export type Sum = { rows: number; checksum: string }

/** Four numbers of 32 bits, each the sum of its part of the hashes of all lines. */
export function openSum() {
  const sums = new Uint32Array(4)
  let rows = 0
  return {
    add(lines: readonly Line[]) {
      rows += lines.length
      for (const line of lines) {
        const bytes = hash('sha256', line, 'latin1')
        for (let part = 0; part < 4; part++) {
          const at = part * 4
          sums[part] =
            (sums[part] ?? 0) +
            ((bytes.charCodeAt(at) << 24) |
              (bytes.charCodeAt(at + 1) << 16) |
              (bytes.charCodeAt(at + 2) << 8) |
              bytes.charCodeAt(at + 3))
        }
      }
    },
    get now(): Sum {
      const parts = [...sums].map(part => part.toString(16).padStart(8, '0'))
      return { rows, checksum: parts.join('') }
    },
  }
}

export const isSame = (a: Sum, b: Sum) => a.rows === b.rows && a.checksum === b.checksum
