import { messages } from './messages.ts'
import type { Definition } from './program.ts'

const { help } = messages

/** Erases what is stored of a person. */
export const eraseCommand: Definition = {
  name: 'erase',
  about: help.usersErase,
  deletes: true,
  examples: ['users erase ada@example.org --dry-run', 'users erase ada --yes'],
  args: [['<person>', help.erasedPerson]],
  options: [['-y, --yes', help.yes]],
  handler: async (...given) => (await import('./erase.ts')).erase(...given),
}
