import type { Page } from '../store.ts'

/** Events in order, of which any page can be had. */
export type Sequence = { total: number; page(page: Page): number[] }

/**
 * A page of two sequences as if they were one: how many of each come before it is found by looking at a few places of
 * both, so that it does not depend on how deep the page is.
 */
export function pageOfBoth(
  one: Sequence,
  other: Sequence,
  isBefore: (a: number, b: number) => boolean,
  { limit, offset }: Page,
): number[] {
  if (offset >= one.total + other.total) return []
  const at = ({ page }: Sequence, place: number) => page({ limit: 1, offset: place })[0] as number
  let low = Math.max(0, offset - one.total)
  for (let high = Math.min(offset, other.total); low < high; ) {
    const middle = (low + high) >>> 1
    if (isBefore(at(other, middle), at(one, offset - middle - 1))) low = middle + 1
    else high = middle
  }
  return merged(
    one.page({ limit, offset: offset - low }),
    other.page({ limit, offset: low }),
    isBefore,
    limit,
  )
}

function merged(
  ones: readonly number[],
  others: readonly number[],
  isBefore: (a: number, b: number) => boolean,
  limit: number,
): number[] {
  const ids: number[] = []
  for (let a = 0, b = 0; ids.length < limit; ) {
    const [one, other] = [ones[a], others[b]]
    if (one !== undefined && (other === undefined || isBefore(one, other))) {
      ids.push(one)
      a++
    } else if (other !== undefined) {
      ids.push(other)
      b++
    } else break
  }
  return ids
}
