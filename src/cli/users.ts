import { lastUrl, type Settings } from '../config/index.ts'
import { roleNames } from '../define/account-messages.ts'
import { entriesOf, isNameIn } from '../define/base/objects.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import { isLanguage, withColon } from '../define/text/language.ts'
import { nearest } from '../define/text/similar-word.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, type Own, trial } from './program.ts'
import { askChoice, askConsent, askText, passwordFor } from './prompts.ts'
import type { Shell } from './shell.ts'
import { isoMoment, moment, table } from './table.ts'
import { type Accounts, type User, withAccounts, withDataFolder } from './with-calendar.ts'

const { accounts: text, headings, roles, scopes } = messages

/** Secrets that a command prints, by kind. */
type Secrets = { password?: string; token?: string; applicationPassword?: string }

const roleIn = (shell: Shell, role: string) =>
  isNameIn(roleNames, role) ? shell.message(roleNames[role]) : role

/** Creates an account; a terminal prompts for missing values. */
export const add: CommandHandler = async (shell, flags, [given], own) => {
  const givenRole = choiceOf(shell, own.role, Object.keys(roles), text.unknownRole)
  choiceOf(shell, own.scope, Object.keys(scopes), text.unknownScope)
  const language = languageOption(own)
  const named = { '--token': own.token, '--application-password': own.applicationPassword }
  for (const [name, value] of Object.entries(named))
    if (value === '') throw misuse(messages.usage.missingValue, { name })
  if (given === undefined && !shell.isInteractive)
    throw misuse(text.needsLogin, { role: givenRole ?? 'administrator' })
  return withAccounts(shell, flags, async (accounts, settings) => {
    const login = given ?? (await askText(shell.message(text.askLogin)))
    // reported before any prompt
    await accounts.refuseTaken(login)
    const role = givenRole ?? (await askRole(shell, await accounts.count()))
    const issues = own.token !== undefined || own.applicationPassword !== undefined
    // who administers comes in, if not by a provider; another account with a token may be that of a program
    const comesIn = role === 'administrator' && settings.oidcIssuer === ''
    const isUnasked = issues && !comesIn && !own.passwordFile && !own.generate
    const { password, isGenerated } = isUnasked
      ? { isGenerated: false }
      : await passwordFor(shell, own, comesIn ? 'generated' : 'none')
    const user = await accounts.add({
      login,
      role,
      email: textOf(own.email) ?? '',
      name: textOf(own.name) ?? '',
      language,
      ...(password !== undefined && { password }),
    })
    const issued = await issue(accounts, login, own)
    shell.report(shell.message(text.added, { login, role: roleIn(shell, role) }))
    if (!issues) shell.report(shell.message(text.needsEntry, { login }))
    if (password === undefined) shell.report(shell.message(text.needsPasswordLink, { login }))
    putSecrets(
      shell,
      { ...rowOf(user) },
      { ...(isGenerated && password && { password }), ...issued },
    )
  })
}

/** Lists the accounts. */
export const list: CommandHandler = (shell, flags) =>
  withAccounts(shell, flags, async accounts => {
    const users = await accounts.list()
    if (users.length === 0) shell.report(shell.message(text.none))
    const columns = ['id', 'login', 'role', 'email', 'name', 'created'] as const
    const rows = users.map(user => [
      ...[user.id, user.login, user.role, user.email || '—', user.name || '—'].map(String),
      moment(user.created),
    ])
    const names = columns.map(column => shell.message(headings[column]))
    shell.put(users.map(rowOf), users.length > 0 ? table(names, rows) : '')
  })

/** Shows one account. */
export const show: CommandHandler = (shell, flags, [login = '']) =>
  withAccounts(shell, flags, async accounts => {
    const user = await accounts.get(login)
    const rows = [
      ['id', String(user.id)],
      ['login', user.login],
      ['role', user.role],
      ['email', user.email],
      ['name', user.name],
      ['language', user.language],
      ['created', moment(user.created)],
    ] as const
    const lines = rows.map(([name, value]) => [shell.message(headings[name]), value || '—'])
    shell.put(rowOf(user), table([], lines))
  })

/** Changes what an account is called, where its mails go, and their language. */
export const edit: CommandHandler = (shell, flags, [login = ''], own) => {
  const changes = {
    ...(own.email !== undefined && { email: textOf(own.email) ?? '' }),
    ...(own.name !== undefined && { name: textOf(own.name) ?? '' }),
    ...(own.language !== undefined && { language: languageOption(own) }),
  }
  if (Object.keys(changes).length === 0) throw misuse(text.nothingToEdit)
  return withAccounts(shell, flags, async accounts => {
    const user = await accounts.change(login, changes)
    shell.report(shell.message(text.edited, { login: user.login }))
    shell.put(rowOf(user), '')
  })
}

/** Changes a password. */
export const passwd: CommandHandler = (shell, flags, [login = ''], own) =>
  withAccounts(shell, flags, async accounts => {
    // reported before the prompt for a password
    const user = await accounts.get(login)
    const { password = '', isGenerated } = await passwordFor(shell, own, 'required')
    await accounts.setPassword(login, password)
    shell.report(shell.message(text.changed, { login: user.login }))
    putSecrets(shell, rowOf(user), isGenerated ? { password } : {})
  })

/** Changes the role of an account. */
export const role: CommandHandler = (shell, flags, [login = '', given]) => {
  const role = choiceOf(shell, given, Object.keys(roles), text.unknownRole) ?? ''
  return withAccounts(shell, flags, async accounts => {
    await accounts.setRole(login, role)
    const user = await accounts.get(login)
    shell.report(shell.message(text.roleChanged, { login: user.login, role: roleIn(shell, role) }))
    shell.put(rowOf(user), '')
  })
}

/** Removes an account, after a question on a terminal. */
export const remove: CommandHandler = (shell, flags, [login = ''], { yes, dryRun }) =>
  withAccounts(shell, flags, async accounts => {
    const user = await accounts.get(login)
    if (dryRun) {
      shell.report(shell.message(text.wouldRemove, { login: user.login }))
      shell.put(trial(true, rowOf(user)), '')
      return
    }
    if (!yes && !shell.isInteractive) throw misuse(text.needsYes)
    if (!yes && !(await askConsent(shell, shell.message(text.askRemove, { login: user.login })))) {
      shell.report(shell.message(text.cancelled))
      return
    }
    await accounts.remove(login)
    shell.report(shell.message(text.removed, { login: user.login }))
    shell.put(rowOf(user), '')
  })

/** Without a terminal, the role that can do least; on one, the first account is offered the role that it needs. */
async function askRole(shell: Shell, count: number): Promise<string> {
  if (!shell.isInteractive) return 'subscriber'
  const first = count === 0 ? 'administrator' : 'subscriber'
  return askChoice(shell.message(text.askRole), choicesOf(shell, roles), first)
}

async function issue(accounts: Accounts, login: string, own: Own): Promise<Secrets> {
  const scope = textOf(own.scope)
  const secretOf = async (form: 'bearer' | 'application', name: string) =>
    (await accounts.issue({ login, form, name, ...(scope && { scope }) })).secret
  const token = textOf(own.token)
  const application = textOf(own.applicationPassword)
  return {
    ...(token && { token: await secretOf('bearer', token) }),
    ...(application && { applicationPassword: await secretOf('application', application) }),
  }
}

/** One secret is printed bare, so that it can be piped; several with their names. */
function putSecrets(shell: Shell, account: object, secrets: Secrets) {
  const entries = entriesOf(secrets).flatMap(([name, secret]) =>
    secret === undefined ? [] : [{ name, secret }],
  )
  if (entries.length > 0) shell.report(shell.message(text.secretOnce))
  const lines = entries.map(({ name, secret }) =>
    entries.length === 1
      ? secret
      : `${withColon(shell.message(text[name]), shell.language)} ${secret}`,
  )
  shell.put({ ...account, ...secrets }, lines.join('\n'))
}

/** Words with what each means, to choose from. */
export const choicesOf = (shell: Shell, meanings: Record<string, Sentence>) =>
  Object.entries(meanings).map(([value, sentence]) => ({ value, hint: shell.message(sentence) }))

/** One of a few words; another is refused with the one that was probably meant. */
export function choiceOf(
  shell: Shell,
  value: string | boolean | undefined,
  choices: readonly string[],
  refusal: Sentence,
): string | undefined {
  if (value === undefined || choices.includes(String(value))) return textOf(value)
  const near = nearest(String(value), choices)
  throw misuse(refusal, {
    value: String(value),
    meant: near ? shell.message(messages.usage.meant, { name: near }) : '',
    roles: choices.join(', '),
    scopes: choices.join(', '),
  })
}

/** An account for programs. */
export const rowOf = ({ created, disabled, ...user }: User) => ({
  ...user,
  created: isoMoment(created),
  disabled: isoMoment(disabled),
})

const textOf = (value: string | boolean | undefined) =>
  typeof value === 'string' ? value : undefined

/** `--language` of an account or a token. */
export function languageOption({ language = '' }: Own): Language | '' {
  if (language === '' || isLanguage(language)) return language
  throw misuse(text.badLanguage, { value: String(language) })
}

/** Prints a link by which a user sets a password: for an invitation, or when they have forgotten theirs. */
export const link: CommandHandler = (shell, flags, [login = '']) =>
  withDataFolder(shell, flags, async ({ accounts, settings, context: { store } }) => {
    const user = await accounts.get(login)
    const { token, expires } = await accounts.link(login)
    const base = settings.publicUrl || (await lastUrl(store)) || listeningOn(settings)
    const url = `${base}${prefixOf(user, settings)}/admin/#link=${token}`
    shell.report(shell.message(text.linkMade, { login: user.login, expires: moment(expires) }))
    shell.put({ login: user.login, url, expires: isoMoment(expires) }, url)
  })

/** The URL of a service with the settings of this command, before its first start. */
const listeningOn = ({ host, port }: Settings) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** The main language has no prefix. */
const prefixOf = ({ language }: User, settings: Settings) =>
  language === '' || language === settings.language ? '' : `/${language}`

/** A command that changes one account and says so. */
const changing =
  (
    change: (accounts: Accounts, login: string) => Promise<User>,
    message: Sentence,
  ): CommandHandler =>
  (shell, flags, [login = '']) =>
    withAccounts(shell, flags, async accounts => {
      const user = await change(accounts, login)
      shell.report(shell.message(message, { login: user.login }))
      shell.put(rowOf(user), '')
    })

export const disable = changing(
  (accounts, login) => accounts.change(login, { disabled: true }),
  text.disabled,
)
export const enable = changing(
  (accounts, login) => accounts.change(login, { disabled: false }),
  text.enabled,
)
export const resetFactor = changing(
  (accounts, login) => accounts.resetFactor(login),
  text.factorReset,
)
