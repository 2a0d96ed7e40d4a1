import { roleHints as roles } from '../define/account-words.ts'
import { accounts, headings, scopes } from './words/accounts.ts'
import { backup, backupErrors, backupFlaws, backupSteps } from './words/backup.ts'
import { completion } from './words/completion.ts'
import { demo } from './words/demo.ts'
import { doctor, doctorLevels } from './words/doctor.ts'
import { exports } from './words/exports.ts'
import { help, placeholders, titles } from './words/help.ts'
import { imports } from './words/imports.ts'
import { mail } from './words/mail.ts'
import { move, moveSteps } from './words/move.ts'
import { progress } from './words/progress.ts'
import { service } from './words/service.ts'
import { trash } from './words/trash.ts'
import { update } from './words/update.ts'
import { system, unexpected, unwritable, usage } from './words/usage.ts'

/** Everything that the command line says, English and French side by side. */
export const words = {
  help,
  titles,
  placeholders,
  usage,
  system,
  unexpected,
  unwritable,
  accounts,
  roles,
  scopes,
  headings,
  service,
  completion,
  demo,
  progress,
  mail,
  imports,
  exports,
  move,
  moveSteps,
  trash,
  update,
  backup,
  backupErrors,
  backupFlaws,
  backupSteps,
  doctor,
  doctorLevels,
} as const
