import { lastUrl, type Settings } from '../config/index.ts'
import type { Sentence } from '../define/field-type.ts'
import type { Accounts, User } from './folder.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import { isoMoment, moment } from './table.ts'
import { rowOf } from './users.ts'
import { withAccounts, withDataFolder } from './with-calendar.ts'

const { accounts: text } = messages

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
