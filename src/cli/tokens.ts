import { openClock } from '../clock.ts'
import { expiry } from './expiry.ts'
import { misuse } from './failure.ts'
import type { Credential } from './house.ts'
import type { Deed } from './program.ts'
import { isoMoment, moment, table } from './table.ts'
import { languageOption } from './users.ts'
import { withAccounts } from './with-house.ts'
import { words } from './words.ts'

const { accounts: text, headings, states } = words

/** Makes a token and prints it once. */
export const create: Deed = async (shell, flags, _args, own) => {
  const { user, name, scope, expires, applicationPassword } = own
  if (typeof user !== 'string' || typeof name !== 'string') throw misuse(text.needsToken)
  const language = languageOption(own)
  return withAccounts(shell, flags, async (accounts, { clock, timezone }) => {
    const end =
      typeof expires === 'string' ? expiry(expires, openClock(clock)(), timezone) : undefined
    if (expires !== undefined && end === undefined)
      throw misuse(text.badExpiry, { value: String(expires) })
    const { credential, secret } = await accounts.issue({
      login: user,
      name,
      form: applicationPassword ? 'application' : 'bearer',
      language,
      ...(typeof scope === 'string' && { scope }),
      ...(end !== undefined && { expires: end }),
    })
    shell.tell(shell.words(text.secretOnce))
    shell.put({ ...shown(credential), secret }, secret)
  })
}

/** Lists tokens, of one account or of all. */
export const list: Deed = (shell, flags, _args, { user }) =>
  withAccounts(shell, flags, async (accounts, { clock }) => {
    const now = openClock(clock)()
    const credentials = await accounts.credentials(typeof user === 'string' ? user : undefined)
    if (credentials.length === 0) shell.tell(shell.words(text.noTokens))
    const columns = [
      'id',
      'login',
      'form',
      'name',
      'scope',
      'language',
      'hint',
      'created',
      'expires',
      'used',
      'state',
    ] as const
    const rows = credentials.map(each => [
      ...[each.id, each.login, each.form, each.name, each.scope].map(String),
      each.language || '—',
      each.hint ? `…${each.hint}` : '—',
      ...[each.created, each.expires, each.used].map(moment),
      shell.words(states[stateOf(each, now)]),
    ])
    const names = columns.map(column => shell.words(headings[column]))
    const all = credentials.map(each => ({ ...shown(each), state: stateOf(each, now) }))
    shell.put(all, credentials.length > 0 ? table(names, rows) : '')
  })

/** Revokes a token. */
export const revoke: Deed = (shell, flags, [id = '']) =>
  withAccounts(shell, flags, async accounts => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badId, { value: id })
    await accounts.revoke(Number(id))
    shell.tell(shell.words(text.revoked, { id }))
    shell.put({ id: Number(id), revoked: true }, '')
  })

const stateOf = ({ revoked, expires }: Credential, now: number): keyof typeof states =>
  revoked !== null ? 'revoked' : expires !== null && expires <= now ? 'expired' : 'live'

const shown = ({ created, expires, revoked, used, ...credential }: Credential) => ({
  ...credential,
  created: isoMoment(created),
  expires: isoMoment(expires),
  revoked: isoMoment(revoked),
  used: isoMoment(used),
})
