import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { almanac, newFolder, serving } from './command.ts'

let mailbox: Mailbox
before(async () => {
  mailbox = await startMailbox()
})
after(() => mailbox.close())

const envOf = (smtpUrl: string) => ({
  ALMANAC_SMTP_URL: smtpUrl,
  ALMANAC_MAIL_FROM: mailbox.settings.mailFrom,
})

/** A port of this machine where nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : assert.fail('no port')
}

test('mail test sends one mail in the language of the command, and reports what the server says', async () => {
  const cwd = newFolder()
  const run = (env: Record<string, string>) =>
    almanac(['mail', 'test', 'ada@example.org', '--lang', 'fr'], { cwd, env })
  const sent = await run(envOf(mailbox.settings.smtpUrl))
  assert.equal(sent.code, 0, sent.err)
  await mailbox.holds(1)
  const [letter] = mailbox.letters
  assert.deepEqual(letter?.to, ['ada@example.org'])
  assert.match(letter?.text ?? '', /Le serveur de messagerie est bien configuré/)
  const refused = await run(envOf(`smtp://me:hidden@127.0.0.1:${await deadPort()}`))
  assert.deepEqual([refused.code, refused.err.includes('hidden')], [1, false])
  assert.match(refused.err, /n’a pas été envoyé.*ECONNREFUSED/)
  const unset = await run({})
  assert.equal(unset.code, 1)
  assert.match(unset.err, /ALMANAC_SMTP_URL/)
})

test('a mail server that cannot be used is in the log at the start, not only after the first mails', async () => {
  const env = envOf(`smtp://127.0.0.1:${await deadPort()}`)
  const service = await serving(['--log-level', 'warn'], { cwd: newFolder(), env })
  while (!service.output.err.includes('mail')) await new Promise(setImmediate)
  assert.match(service.output.err, /the mail server cannot be used/)
  await service.stop()
})
