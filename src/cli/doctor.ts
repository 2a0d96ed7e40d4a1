import { resolve } from 'node:path'
import { unknownSettingMessage } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import type { Sentence } from '../define/field-type.ts'
import { examine } from '../service/doctor.ts'
import type { Finding } from '../service/index.ts'
import { asFailure } from './errors.ts'
import { failure } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import type { Shell } from './shell.ts'

const { doctor: text, doctorLevels } = messages

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
      throw failure(text.database.none.state, { dataFolder: settings.dataFolder })
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
  const texts: Readonly<Record<string, { state: Sentence; advice?: Sentence }>> = text[check]
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

const put = (shell: Shell, findings: readonly Line[]) =>
  shell.put({ healthy: findings.every(({ level }) => level !== 'error'), findings }, '')
