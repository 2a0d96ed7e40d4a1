import { openCache } from '../../common/index.ts'

/** Bytes of all cached lists, each with the version that it was made from: counts, by distance, by series, by linked records. */
export const listMemory = 32 * 1024 * 1024

export const openLists = () => openCache({ bytes: listMemory })
export type Lists = ReturnType<typeof openLists>
