import { setFlagsFromString } from 'node:v8'

/** For a process that does nothing else than read or write a calendar: a heap that grows in small steps stays as small as what is read at once. */
export const growSlowly = () => setFlagsFromString('--heap-growing-percent=20')
