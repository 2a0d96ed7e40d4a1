/** Backups: made, listed, verified, restored. Loaded when one is asked for. */

export {
  type Backup,
  type BackupDamage,
  BackupError,
  type BackupOptions,
  type BackupPlace,
  type BackupStep,
} from './backup.ts'
export { createBackup, findBackup, listBackups, planBackup } from './backups.ts'
export { zipOf } from './packed.ts'
export { backupFolderOf, folderPlace, keyOf, placeOf } from './place.ts'
export { restoreFiles, schemaBefore } from './restore.ts'
export {
  type BackupResult,
  type BackupSettings,
  type BackupTask,
  backupSeparately,
} from './separate.ts'
export { isDamaged, verifyBackup, withFiles } from './verify.ts'
