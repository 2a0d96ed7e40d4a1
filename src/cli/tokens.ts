import {
  tokenStateAt,
  tokenStateNames,
  tokenTypeNames,
  typeOfForm,
} from '../define/account-messages.ts'
import { expiry } from '../define/time/expiry.ts'
import { openClock } from '../outside/clock.ts'
import { broughtBy, failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, type Own, trial } from './program.ts'
import { askChoice, askText } from './prompts.ts'
import type { Shell } from './shell.ts'
import { isoMoment, moment, table } from './table.ts'
import { choiceOf, choicesOf, languageOption } from './users.ts'
import { type Accounts, type Credential, withAccounts } from './with-calendar.ts'

const { accounts: text, headings, scopes } = messages

/** Creates a token and prints it once. */
export const create: CommandHandler = async (shell, flags, _args, own) => {
  const { expires } = own
  const form = formOf(own)
  const isComplete = typeof own.user === 'string' && Boolean(own.name)
  if (!isComplete && !shell.isInteractive) throw misuse(text.needsToken)
  const wanted = choiceOf(shell, own.scope, Object.keys(scopes), text.unknownScope)
  const language = languageOption(own)
  return withAccounts(shell, flags, async (accounts, { clock, timezone }) => {
    const user = await accountFor(shell, accounts, own)
    const name =
      typeof own.name === 'string' && own.name !== ''
        ? own.name
        : await askText(shell.message(text.askTokenName))
    const scope = wanted ?? (isComplete || form === 'feed' ? undefined : await askScope(shell))
    const end =
      typeof expires === 'string' ? expiry(expires, openClock(clock)(), timezone) : undefined
    if (expires !== undefined && end === undefined)
      throw misuse(text.badExpiry, { value: String(expires) })
    const { credential, secret } = await accounts.issue({
      login: user,
      name,
      form,
      language,
      ...(scope && { scope }),
      ...(end !== undefined && { expires: end }),
    })
    shell.report(shell.message(text.secretOnce))
    shell.put({ ...rowOf(credential), secret }, secret)
  })
}

/** Lists tokens, of one account or of all. */
export const list: CommandHandler = (shell, flags, _args, { user }) =>
  withAccounts(shell, flags, async (accounts, { clock }) => {
    const now = openClock(clock)()
    const credentials = await accounts.credentials(typeof user === 'string' ? user : undefined)
    if (credentials.length === 0) shell.report(shell.message(text.noTokens))
    const columns = [
      'id',
      'login',
      'type',
      'name',
      'scope',
      'language',
      'last_characters',
      'created',
      'expires',
      'last_used',
      'state',
    ] as const
    const rows = credentials.map(each => [
      String(each.id),
      each.login,
      shell.message(tokenTypeNames[typeOfForm(each.form)]),
      each.name,
      each.scope,
      each.language || '—',
      each.hint ? `…${each.hint}` : '—',
      ...[each.created, each.expires, each.used].map(moment),
      shell.message(tokenStateNames[tokenStateAt(each, now)]),
    ])
    const names = columns.map(column => shell.message(headings[column]))
    const all = credentials.map(each => ({ ...rowOf(each), state: tokenStateAt(each, now) }))
    shell.put(all, credentials.length > 0 ? table(names, rows) : '')
  })

/** Revokes a token. */
export const revoke: CommandHandler = (shell, flags, [id = ''], { dryRun }) =>
  withAccounts(shell, flags, async accounts => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badId, { value: id })
    if (dryRun) {
      const credential = (await accounts.credentials()).find(each => each.id === Number(id))
      if (!credential) throw failure(text.noToken, { id })
      const { login, name } = credential
      shell.report(shell.message(text.wouldRevoke, { id, login, name }))
      shell.put(trial(true, { id: Number(id), revoked: false }), '')
      return
    }
    await accounts.revoke(Number(id))
    shell.report(shell.message(text.revoked, { id }))
    shell.put({ id: Number(id), revoked: true }, '')
  })

function formOf({ applicationPassword, feed }: Own): Credential['form'] {
  if (applicationPassword && feed) throw misuse(text.twoForms)
  return feed ? 'feed' : applicationPassword ? 'application' : 'bearer'
}

/** The account of a token: as given, or by prompts until one exists. */
async function accountFor(shell: Shell, accounts: Accounts, { user }: Own): Promise<string> {
  for (;;) {
    const login = typeof user === 'string' ? user : await askText(shell.message(text.askUser))
    try {
      await accounts.get(login)
      return login
    } catch (error) {
      const { sentence } = broughtBy(error)
      if (typeof user === 'string' || !sentence) throw error
      shell.warn(shell.message(sentence))
    }
  }
}

const askScope = (shell: Shell) =>
  askChoice(shell.message(text.askScope), choicesOf(shell, scopes), 'write')

/** A token for programs, in the words of the table. */
const rowOf = (credential: Credential) => {
  const { created, expires, revoked, used, hint, form, ...rest } = credential
  return {
    ...rest,
    type: typeOfForm(form),
    last_characters: hint,
    created: isoMoment(created),
    expires: isoMoment(expires),
    revoked: isoMoment(revoked),
    last_used: isoMoment(used),
  }
}
