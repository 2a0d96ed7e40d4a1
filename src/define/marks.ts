/** Several of a few words as one number: a bit for the position of each. */
export const marksOf = (choices: readonly string[], words: readonly string[]): number =>
  choices.reduce((bits, word, at) => (words.includes(word) ? bits | (1 << at) : bits), 0)

/** Bits above these are of no word: a field may use them for something else. */
export const maxMarks = 16

export function positionsIn(marks: number): number[] {
  const positions: number[] = []
  for (let at = 0; at < maxMarks && marks >> at > 0; at++) if ((marks >> at) & 1) positions.push(at)
  return positions
}
