import type { Store } from '../../store/store.ts'

const atOnce = 200

/** The IDs of all events but those in the trash, hidden ones too, which lists leave out. `isEditor`: of those that are not public as well. */
export async function* everyEvent(
  store: Pick<Store, 'idsAfter' | 'getMany'>,
  isEditor: boolean,
): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const ids = await store.idsAfter('event', after, atOnce)
    for (const { id, facts } of await store.getMany('event', ids))
      if (isEditor ? facts.status !== 'trash' : facts.status === 'publish') yield id
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}
