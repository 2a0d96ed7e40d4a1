/**
 * For whom long work is done: places are counted by address, and the work ends with the last of those who wait for it.
 * It is no part of a question: the same question of another is answered the same.
 */
export type Requester = { address: string; readonly gone: AbortSignal }
