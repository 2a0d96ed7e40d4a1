import { usePlainKeys } from './keys.ts'

/** The place of a record among others that one goes through, from 1; 0: it is not there. */
export type Walk = { at: number; count: number; previous?: number; next?: number | undefined }

export function walkOf(ids: readonly number[], id: number | undefined): Walk {
  const at = id === undefined ? -1 : ids.indexOf(id)
  const [previous, next] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  return {
    at: at + 1,
    count: ids.length,
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  }
}

/** `j` leads to the next record, `k` to the one before. */
export function useWalkKeys({ previous, next }: Walk, go: (id: number) => void) {
  usePlainKeys({
    j: next === undefined ? undefined : () => go(next),
    k: previous === undefined ? undefined : () => go(previous),
  })
}
