/** What administrators do now and then, loaded at its first use: backups, downloads, examinations, the state of the service. */

export { backupSeparately, listBackups, placeOf, zipOf } from '../backups/index.ts'
export { examine } from './doctor.ts'
export { counted, exportStream, fileNameFor, passIn, pathFor } from './downloads.ts'
export { statusFor } from './status.ts'
