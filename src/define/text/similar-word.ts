/** The name that was probably meant: a letter or two (at most `most`) added, lost, changed or swapped, or one that alone begins so (`admin`). */
export function nearest(written: string, names: readonly string[], most = 3): string | undefined {
  const plain = plainly(written)
  const max = Math.min(most, plain.length <= 4 ? 1 : plain.length <= 8 ? 2 : 3)
  const near = names
    .map(name => ({ name, distance: distanceOf(plain, plainly(name)) }))
    .filter(({ distance }) => distance <= max)
    .sort((a, b) => a.distance - b.distance)
  const beginning = plain.length < 3 ? [] : names.filter(name => plainly(name).startsWith(plain))
  return near[0]?.name ?? (beginning.length === 1 ? beginning[0] : undefined)
}

/** Names are compared without case, hyphens and underscores: `publicUrl`, `public_url` and `public-url` are one. */
export const plainly = (name: string) => name.toLowerCase().replace(/[-_]/g, '')

/** Insertions, losses, changes and swaps of neighbours between two words (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = at(old, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(older, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(at(old, j) + 1, at(row, j - 1) + 1, changed, swapped))
    }
    older = old
    old = row
  }
  return at(old, b.length)
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY
