import { randomBytes } from 'node:crypto'
import { entriesOf, isNameIn, isObject, namesIn } from '../define/base/objects.ts'
import { withColon } from '../define/text/language.ts'
import { hasCalendar } from '../main.ts'
import { webhooksOperations } from '../operations/admin-api/index.ts'
import { openService } from '../service.ts'
import { failure, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler } from './program.ts'
import type { Shell } from './shell.ts'
import { table } from './table.ts'
import { webhookWords } from './webhook-words.ts'
import type { Accounts, User } from './with-calendar.ts'

const { accounts: accountText, headings, service: serviceText, webhooks: text } = messages

type Opened = Awaited<ReturnType<typeof openService>>
type Key = (typeof webhookWords)[keyof typeof webhookWords]

/** Lists, adds and changes webhooks. */
export const webhooks: CommandHandler = async (shell, flags, [word = 'list', ...rest], own) => {
  if (!isNameIn(webhookWords, word))
    throw misuse(text.unknown, { value: word, words: wordsIn(shell) })
  const key = webhookWords[word]
  const { id, ...values } = valuesOf(key, rest)
  const settings = shell.settings(flags)
  const { dataFolder } = settings
  if (!(await hasCalendar(settings))) throw failure(serviceText.noCalendar, { dataFolder })
  const site = { given: shell.given(flags), replaces: false }
  const opened = await openService({ ...settings, logLevel: 'error' }, site)
  try {
    const token = admitted(opened, await administratorIn(opened.accounts, own.user))
    const [method = '', pattern = ''] = key.split(' ')
    const path = pattern.replace(':id', encodeURIComponent(id ?? ''))
    const { publicUrl } = opened.service.address
    const response = await opened.fetch(`${publicUrl}/${shell.language}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(/^(POST|PATCH)/.test(method) && { body: JSON.stringify(values) }),
    })
    const body: unknown = await response.json()
    if (!response.ok) throw refusal(body)
    put(shell, body)
  } finally {
    await opened.close()
  }
}

/** A token of this account that the service in this process knows, and nothing else: none is stored for one command. */
function admitted({ service }: Opened, { id, login, role }: User): string {
  const token = randomBytes(32).toString('base64url')
  const entry = { credential: 0, language: '', actor: { id, login, role, scope: 'admin' } } as const
  const { bearer } = service.authenticator
  service.authenticator = {
    ...service.authenticator,
    bearer: async given => (given === token ? entry : bearer(given)),
  }
  return token
}

/** The words, with what each does and the values that it takes. */
const wordsIn = (shell: Shell) =>
  entriesOf(webhookWords)
    .map(([word, key]) => {
      const names = namesOf(key).map(name => ` ${name}=…`)
      const call = withColon(word + names.join(''), shell.language)
      return `\n  ${call} ${shell.message(webhooksOperations[key].summary)}`
    })
    .join('')

function namesOf(key: Key): string[] {
  const operation = webhooksOperations[key]
  return [
    ...(key.includes(':id') ? ['id'] : []),
    ...('params' in operation ? namesIn(operation.params) : []),
  ]
}

/** `3 state=paused` or `https://example.org/hooks kinds=event`: the first value needs no name. */
function valuesOf(key: Key, [first, ...rest]: readonly (string | undefined)[]) {
  const names = namesOf(key)
  const values: Record<string, string> = {}
  if (names.length === 0 && first !== undefined) throw misuse(text.noValues, { value: first })
  const isBare = first !== undefined && !names.some(name => first.startsWith(`${name}=`))
  for (const written of [isBare ? `${names[0]}=${first}` : first, ...rest]) {
    if (written === undefined) continue
    const [name = ''] = written.split('=')
    if (!names.includes(name) || name === written)
      throw misuse(text.unknownValue, { value: written, names: names.join(', ') })
    values[name] = written.slice(name.length + 1)
  }
  if (names[0] === 'id' && !/^\d{1,15}$/.test(values.id ?? '')) throw misuse(text.needsId)
  return values
}

/** The administrator in whose name it is done. */
async function administratorIn(accounts: Accounts, user: unknown): Promise<User> {
  if (typeof user === 'string') return accounts.get(user)
  const all = await accounts.list()
  const one = all.find(({ role, disabled }) => role === 'administrator' && !disabled)
  if (!one) throw failure(text.noAdministrator)
  return one
}

/** Every error, which the service has put in the language of the command. */
function refusal(body: unknown) {
  const { message, data } = isObject(body) ? body : {}
  const params = isObject(data) && isObject(data.params) ? Object.values(data.params) : []
  const lines = [message, ...params].join('\n')
  return failure({ en: lines, fr: lines })
}

/** A new secret alone, the list as a table, anything else value by value. */
function put(shell: Shell, body: unknown) {
  const { secret, webhooks: all } = isObject(body) ? body : {}
  if (typeof secret === 'string') {
    shell.report(shell.message(accountText.secretOnce))
    shell.put(body, secret)
  } else if (Array.isArray(all)) {
    const columns = ['id', 'url', 'state', 'language', 'failures', 'error'] as const
    if (all.length === 0) shell.report(shell.message(text.none))
    const rows = all.map(each => columns.map(column => String(each[column] || '—')))
    const names = columns.map(column => shell.message(headings[column]))
    shell.put(all, all.length > 0 ? table(names, rows) : '')
  } else {
    const facts = Object.entries(isObject(body) ? body : {})
    const plain = facts.filter(([name]) => name !== 'deliveries')
    shell.put(
      body,
      table(
        [],
        plain.map(([name, value]) => [name, String(value ?? '—')]),
      ),
    )
  }
}
