import { accounts, headings, roles, scopes, states, types } from './words/accounts.ts'
import { demo } from './words/demo.ts'
import { help, placeholders, titles } from './words/help.ts'
import { progress } from './words/progress.ts'
import { service } from './words/service.ts'
import { trash } from './words/trash.ts'
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
  states,
  types,
  service,
  demo,
  progress,
  trash,
} as const
