import type { Family, Reader } from '../contract/store.ts'
import type { GroupRows } from './group-rows.ts'

/** Maximum number of IDs whose kind is cached while no other process writes. */
const maxKinds = 20_000

export type Kinds = ReturnType<typeof openKinds>

/** The kind of the record with an ID: read once, and set for new records before their rows are written. */
export function openKinds({ kindOf }: Pick<Reader, 'kindOf'>, rows: GroupRows) {
  const kinds = new Map<string, string>()
  async function remember(family: Family, id: number, kind: string) {
    if (kinds.size >= maxKinds) {
      // Those of new records may be known here alone.
      await rows.flush()
      kinds.clear()
    }
    kinds.set(family + id, kind)
  }
  return {
    remember,
    async of(family: Family, id: number): Promise<string | undefined> {
      const cached = kinds.get(family + id)
      if (cached !== undefined) return cached
      const kind = await kindOf(family, id)
      if (kind !== undefined) await remember(family, id, kind)
      return kind
    },
    remove: (family: Family, id: number) => void kinds.delete(family + id),
    forget: () => kinds.clear(),
  }
}
