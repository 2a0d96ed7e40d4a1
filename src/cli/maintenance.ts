import { resolve } from 'node:path'
import { version } from '../common/index.ts'
import { unknownSettingMessage } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import type { Sentence } from '../define/field-type.ts'
import { before } from '../define/time/expiry.ts'
import { hasCalendar, newKey, protectedEvents, testMail } from '../main.ts'
import { openClock } from '../outside/clock.ts'
import { examine } from '../service/doctor.ts'
import type { Finding } from '../service/index.ts'
import { isNewer, latestVersion } from '../service/updates.ts'
import { asFailure } from './errors.ts'
import { failure, misuse } from './failure.ts'
import { updateRefusals } from './messages/service.ts'
import { messages } from './messages.ts'
import { type CommandHandler, trial } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import type { Shell } from './shell.ts'
import { withDataFolder } from './with-calendar.ts'

/** Looking after an installation: its settings, its state, its version, its mails, its key and its trash. */

export * as config from './config.ts'

const { accounts, doctor: findings, doctorLevels, mail, service, trash, update: updates } = messages

type Line = { check: string; level: Finding['level']; message: string; advice?: string }

/** Examines a calendar, and says what to do. Exit codes: 3 there is an error, 1 there is no calendar. */
export const doctor: CommandHandler = async (shell, flags, _args, { to }) => {
  const { unknown, fieldErrors, settings } = shell.read(flags)
  shell.use(settings)
  const backups = typeof to === 'string' ? resolve(to) : undefined
  const lines: Line[] = [
    ...unknown.map(name => settingLine(shell, 'warning', unknownSettingMessage(name))),
    ...fieldErrors.map(({ sentence }) => settingLine(shell, 'error', sentence)),
  ]
  for (const line of lines) show(shell, line)
  for await (const finding of examine({ settings, backups, now: Date.now() / 1000 })) {
    const line = lineOf(shell, finding)
    lines.push(line)
    // there is nothing else to look at
    if (finding.check === 'database' && finding.what === 'none') {
      put(shell, lines)
      throw failure(findings.database.none.state, { dataFolder: settings.dataFolder })
    }
    show(shell, line)
  }
  put(shell, lines)
  return lines.some(({ level }) => level === 'error') ? 3 : 0
}

const settingLine = (shell: Shell, level: Line['level'], sentence: Sentence): Line => ({
  check: 'settings',
  level,
  message: shell.message(sentence),
})

function lineOf(shell: Shell, { check, level, what, params, error }: Finding): Line {
  const texts: Readonly<Record<string, { state: Sentence; advice?: Sentence }>> = findings[check]
  const match = isNameIn(texts, what) ? texts[what] : undefined
  if (!match) {
    const { failure } = asFailure(error, shell)
    return { check, level, message: shell.message(failure.sentence, failure.params) }
  }
  return {
    check,
    level,
    message: shell.message(match.state, params),
    ...(match.advice && { advice: shell.message(match.advice, params) }),
  }
}

/** On a terminal and in a log each as it is found; with `--json` all at the end. */
function show(shell: Shell, { level, message, advice }: Line) {
  if (shell.isJson) return
  const mark = shell.message(doctorLevels[level]).padEnd(10)
  const lines = [`${mark}${message}`, ...(advice ? [`${' '.repeat(10)}→ ${advice}`] : [])]
  shell.put(undefined, lines.join('\n'))
}

const put = (shell: Shell, lines: readonly Line[]) =>
  shell.put({ healthy: lines.every(({ level }) => level !== 'error'), findings: lines }, '')

/** Says whether there is a newer version. Exit codes: 0 this is the newest, 3 there is a newer one, 1 it could not be found out. */
export const update: CommandHandler = async (shell, flags, _args, { check }) => {
  if (typeof check !== 'string' || !URL.canParse(check)) throw misuse(updates.onlyChecks)
  const latest = await latestVersion(check, shell.settings(flags))
  if ('refused' in latest)
    throw failure(updates.unknown, { reason: shell.message(updateRefusals[latest.refused]) })
  const newer = isNewer(latest.version)
  const params = { version, latest: latest.version }
  const sentence = shell.message(newer ? updates.newer : updates.newest, params)
  shell.put({ version, latest: latest.version, newer, url: latest.url ?? '' }, sentence)
  if (newer && latest.url) shell.report(latest.url)
  return newer ? 3 : 0
}

/** Sends a mail by the server of the settings, and says how that went. */
export const testMails: CommandHandler = async (shell, flags, [to = '']) => {
  const settings = shell.settings(flags)
  if (!settings.smtpUrl) throw failure(mail.noServer)
  const subject = shell.message(mail.subject)
  const body = shell.message(mail.body)
  await testMail(settings, to, { subject, text: `${body}\n`, html: `<p>${body}</p>` }).catch(
    (error: Error) => {
      throw failure(mail.refused, { message: error.message })
    },
  )
  shell.report(shell.message(mail.sent, { to }))
  shell.put({ to, sent: true }, '')
}

/** Gives up a key that is lost. */
export const renewKey: CommandHandler = async (shell, flags, _args, { yes, dryRun }) => {
  const settings = shell.settings(flags)
  const { dataFolder } = settings
  if (!(await hasCalendar(settings))) throw failure(service.noCalendar, { dataFolder })
  if (dryRun) {
    const count = await protectedEvents(settings)
    shell.report(shell.message(service.keyWouldRenew, { count }))
    return shell.put(trial(true, { protectedEvents: count }), '')
  }
  if (!yes && !shell.isInteractive) throw misuse(accounts.needsYes)
  const question = shell.message(service.askRenewKey, { dataFolder })
  if (!yes && !(await askConsent(shell, question)))
    return shell.report(shell.message(accounts.cancelled))
  const count = await newKey(settings)
  shell.report(shell.message(service.keyRenewed, { count }))
  shell.put({ protectedEvents: count }, '')
}

/** Permanently deletes the records in the trash: all, or those that have been there for a time. */
export const emptyTrash: CommandHandler = async (
  shell,
  flags,
  _args,
  { olderThan, yes, dryRun },
) => {
  const { clock, timezone } = shell.settings(flags)
  const now = openClock(clock)()
  const until = olderThan === undefined ? now : before(String(olderThan), now, timezone)
  if (until === undefined) throw misuse(trash.badAge, { value: String(olderThan) })
  const isSure = yes || dryRun
  if (!isSure && !shell.isInteractive) throw misuse(accounts.needsYes)
  if (!isSure && !(await askConsent(shell, shell.message(trash.ask)))) {
    shell.report(shell.message(accounts.cancelled))
    return
  }
  await withDataFolder(shell, flags, async ({ calendar }) => {
    const progress = openProgress(shell, messages.progress.trash)
    const isTrial = dryRun === true
    const deleted = await calendar
      .emptyTrash(until, { progress: progress.show, isTrial })
      .finally(progress.end)
    shell.report(shell.message(isTrial ? trash.wouldEmpty : trash.emptied, deleted))
    shell.put(trial(isTrial, { deleted }), '')
  })
}
