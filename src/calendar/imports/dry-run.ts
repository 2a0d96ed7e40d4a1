import type { Context } from '../base/context.ts'

/** Carries what a write has done out of the transaction that it undoes. */
class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
}

/** The same calendar, in which every write happens and is undone: a preview is what would be written, by the same checks. Nothing is fetched. */
export const rehearsed = (context: Context): Context => ({
  ...context,
  store: {
    ...context.store,
    async write(work) {
      try {
        return await context.store.write(async tx => {
          throw new Undone(await work(tx))
        })
      } catch (error) {
        if (error instanceof Undone) return error.result as Awaited<ReturnType<typeof work>>
        throw error
      }
    },
  },
  imageStore: { ...context.imageStore, fetch: async () => ({ refused: 'network' }) },
})
