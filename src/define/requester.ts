/**
 * `address`: the caller's network, by which everything is limited: an IPv4 address, or the first 64 bits of an IPv6 address.
 * For whom long work is done: places are counted by address, and the work ends with the last of those who wait for it.
 * It is no part of a question: the same question of another is answered the same.
 */
export type Requester = { address: string; readonly signal: AbortSignal }
