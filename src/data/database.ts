import type { Settings } from '../config/index.ts'
import { databaseIn, hasCalendar as hasFile, isMarkedMoving } from '../outside/data-folder.ts'
import {
  checkForDamage,
  type DamageCheck,
  lockFolder,
  refuseMarked,
  type Store,
  sqlite,
} from '../store/index.ts'

export type { DamageCheck } from '../store/index.ts'

/** The place of a calendar’s records: the only module that knows the engine. */
export type Database = {
  /** True if it contains a calendar. Nothing is created. */
  hasCalendar(): Promise<boolean>
  /** `isMoreComing`: returns true if another write is about to arrive. `log` receives messages for the operator. */
  open(isMoreComing?: () => boolean, log?: LogFn): Promise<Store>
  /** Refuses a second service where only one may use it. */
  lock(): { release(): void }
  /** Looks for damage in the background, where no server does. */
  checkForDamage?(): DamageCheck
  /** True if the database is a file of the data folder. */
  isFile: boolean
}

export type LogFn = (message: string, fields: Record<string, unknown>) => void

type Place = Pick<Settings, 'databaseUrl' | 'dataFolder'>

/** PostgreSQL where its address is given, else a file in the data folder. */
export const databaseOf = ({ databaseUrl, dataFolder }: Place, use: Use = {}): Database =>
  databaseUrl ? onServer(databaseUrl, dataFolder) : inFolder(dataFolder, use)

/** `readsOnce`: the process reads each record once and ends, so few pages are cached. */
type Use = { readsOnce?: boolean }

/** With its driver it is a quarter of all files: calendars in a file never load it. */
const postgresEngine = () => import('../store/postgres/engine.ts')

const onServer = (url: string, folder: string): Database => ({
  hasCalendar: async () => (await postgresEngine()).hasTables(url),
  async open(isMoreComing, log) {
    // the images in the folder are of a backup, and the database is not yet
    refuseMarked(isMarkedMoving(folder))
    const { postgres } = await postgresEngine()
    return postgres(url, isMoreComing, log && { log })
  },
  lock: () => ({ release() {} }),
  isFile: false,
})

const inFolder = (folder: string, use: Use): Database => ({
  hasCalendar: async () => hasFile(folder),
  async open(isMoreComing, log) {
    refuseMarked(isMarkedMoving(folder))
    return sqlite(databaseIn(folder), isMoreComing, { ...use, ...(log && { log }) })
  },
  lock: () => lockFolder(folder),
  checkForDamage: () => checkForDamage(databaseIn(folder)),
  isFile: true,
})
