/** A number in [0, 1) that depends on nothing but the seed and the names given: order of calls does not matter. */
export function chance(seed: number, ...names: (string | number)[]): number {
  let hash = 2166136261 ^ seed
  for (const character of names.join('/')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  }
  // FNV alone keeps neighbours close together; two more rounds spread them
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export function between(low: number, high: number, share: number): number {
  return low + Math.floor(share * (high - low + 1))
}
