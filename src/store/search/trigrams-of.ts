/** More would only ask the same again: each has its own list to be looked up. */
const maxGrams = 12

/** Characters that SQLite's tokenizer skips or takes for others. */
const strange = /[\0\p{Cs}\ufffd-\uffff]/u

/** Letters three by three, as the trigram tokenizer cuts a text. None of fewer than three letters. */
export function gramsOf(letters: string): string[] {
  const points = [...letters]
  const grams = points
    .slice(2)
    .map((_, at) => points.slice(at, at + 3).join(''))
    .filter(gram => !strange.test(gram))
  return spread([...new Set(grams)])
}

/** A few of many, from the first to the last. */
function spread(grams: string[]): string[] {
  if (grams.length <= maxGrams) return grams
  const step = (grams.length - 1) / (maxGrams - 1)
  const places = Array.from({ length: maxGrams }, (_, n) => Math.round(n * step))
  return grams.filter((_, at) => places.includes(at))
}
