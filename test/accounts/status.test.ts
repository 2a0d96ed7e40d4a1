import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { version } from '../../src/common/version.ts'
import { engineName } from '../support/engine.ts'
import { roles, type Service, startService } from '../support/service.ts'

type Finding = { level: string; message: string; advice: string }

const secret = 'a-token-that-nobody-would-guess-0123456789'
let service: Service
before(async () => {
  service = await startService({ adminToken: secret, smtpUrl: 'smtp://user:hidden@127.0.0.1:9' })
})
after(() => service.close())

const read = async (path = '/admin/api/status') => {
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  return service.send('GET', service.address + path, { as: authorization })
}
const findingsOf = (body: { findings: Finding[] }) => body.findings.map(({ message }) => message)

describe('the status of the service', () => {
  test('is for administrators alone', async () => {
    const statusOf = async (as: string) =>
      (await service.send('GET', `${service.address}/admin/api/status`, { as })).status
    for (const role of roles.filter(role => role !== 'administrator'))
      assert.equal(await statusOf(role), 403, role)
    assert.equal(await statusOf('anonymous'), 401)
    assert.equal((await read()).status, 200)
  })

  test('has the version and figures of every part, and no secret', async () => {
    const { body, text } = await read()
    assert.equal(body.version, version)
    assert.equal(body.trouble, null)
    assert.deepEqual(body.workers.count, 1)
    assert.ok(body.workers.memory > 0 && body.disk.free > 0)
    assert.deepEqual(
      body.caches.map(({ name }: { name: string }) => name),
      ['responses', 'records', 'linked'],
    )
    assert.equal(body.writes.behind, 0)
    assert.equal(body.mail.sent, 0)
    assert.equal(body.database, engineName === 'sqlite' ? 'sqlite' : 'postgresql')
    for (const hidden of [secret, 'hidden']) assert.equal(text.includes(hidden), false)
  })

  test('says what to look at, in the language of the request', {
    skip: engineName !== 'sqlite',
  }, async t => {
    const none = {
      en: 'There is no backup.',
      fr: 'Il n’y a pas de sauvegarde.',
    }
    assert.ok(findingsOf((await read()).body).includes(none.en))
    assert.ok(findingsOf((await read('/fr/admin/api/status')).body).includes(none.fr))
    const backups = join(service.settings.dataFolder, 'backups')
    mkdirSync(backups)
    t.after(() => rmSync(backups, { recursive: true }))
    // an empty folder is no backup
    assert.ok(findingsOf((await read()).body).includes(none.en))
  })
})
