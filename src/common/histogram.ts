/** Counts of values by size, as Prometheus has them: `counts` has one more than `bounds`, for values larger than all of them. */
export type HistogramFigures = {
  bounds: readonly number[]
  counts: readonly number[]
  sum: number
}

/** Counts values by size; a value counts under the first bound that it does not exceed. */
export function openHistogram(bounds: readonly number[]) {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    add(value: number) {
      let at = 0
      while (at < bounds.length && value > (bounds[at] ?? 0)) at++
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    get figures(): HistogramFigures {
      return { bounds, counts: [...counts], sum }
    },
  }
}
