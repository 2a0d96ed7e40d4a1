import { version } from '../common/index.ts'
import { isNewer, latestVersion } from '../service/updates.ts'
import { failure, misuse } from './failure.ts'
import { updateRefusals } from './messages/update.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'

const { update: text } = messages

/** Says whether there is a newer version. Exit codes: 0 this is the newest, 3 there is a newer one, 1 it could not be found out. */
export const update: CommandHandler = async (shell, flags, _args, { check }) => {
  if (typeof check !== 'string' || !URL.canParse(check)) throw misuse(text.onlyChecks)
  const latest = await latestVersion(check, shell.settings(flags))
  if ('refused' in latest)
    throw failure(text.unknown, { reason: shell.message(updateRefusals[latest.refused]) })
  const newer = isNewer(latest.version)
  const params = { version, latest: latest.version }
  const sentence = shell.message(newer ? text.newer : text.newest, params)
  shell.put({ version, latest: latest.version, newer, url: latest.url ?? '' }, sentence)
  if (newer && latest.url) shell.report(latest.url)
  return newer ? 3 : 0
}
