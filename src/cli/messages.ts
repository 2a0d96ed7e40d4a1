import { roleHints as roles } from '../define/account-messages.ts'
import { doctor, doctorLevels } from '../define/doctor-messages.ts'
import {
  accounts,
  erasure,
  exports,
  headings,
  imports,
  scopes,
  trash,
  webhooks,
} from './messages/accounts.ts'
import { backup, backupDamage, backupErrors, backupSteps } from './messages/backup.ts'
import { help, placeholders, titles } from './messages/help.ts'
import { move, moveSteps } from './messages/move.ts'
import { demo, mail, progress, service, update } from './messages/service.ts'
import { completion, system, unexpected, unwritable, usage } from './messages/usage.ts'

/** Everything that the command line says, English and French side by side. */
export const messages = {
  help,
  titles,
  placeholders,
  usage,
  system,
  unexpected,
  unwritable,
  accounts,
  webhooks,
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
  erasure,
  update,
  backup,
  backupErrors,
  backupDamage,
  backupSteps,
  doctor,
  doctorLevels,
} as const
