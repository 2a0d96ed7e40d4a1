import { type Listening, lastListening, type Settings } from '../config/index.ts'
import { type Database, databaseOf } from '../data/database.ts'
import { codeOf } from '../define/base/objects.ts'

/** Where the service of this calendar listens, as it said when it started; undefined: none runs here. */
export async function listeningOf(settings: Settings): Promise<Listening | undefined> {
  const database = databaseOf(settings)
  if (!(await database.hasCalendar()) || !isServed(database)) return undefined
  const engine = await database.open()
  try {
    return await lastListening(engine)
  } finally {
    await engine.close()
  }
}

/** On a server there is no lock: that nobody serves is seen when the URL does not answer. */
function isServed(database: Database): boolean {
  if (!database.isFile) return true
  try {
    database.lock().release()
    return false
  } catch (error) {
    return codeOf(error) === 'FOLDER_BUSY'
  }
}
