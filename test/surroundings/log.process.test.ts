import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import { openLog } from '../../src/outside/log.ts'
import { calendarIn, newFolder, serving, start } from './child.ts'

const withLog = ['--log-level', 'debug', '--log-format', 'json']

test('a closed reader of the log does not end the service', async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const service = await serving(folder, withLog)
  service.child.stderr?.destroy()
  for (let write = 0; write < 4; write++) {
    assert.equal((await service.create()).status, 201)
    await passed(150)
  }
  assert.equal((await service.ready()).status, 200)
  assert.equal((await service.stop()).code, 0)
})

test('a log on a full disk does not end the service, nor does standard output', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const full = openSync('/dev/full', 'w')
  const service = await serving(folder, withLog, { stdio: ['ignore', 'pipe', full] })
  service.child.stdout?.destroy()
  for (let write = 0; write < 4; write++) {
    assert.equal((await service.create()).status, 201)
    await passed(150)
  }
  assert.equal((await service.stop()).code, 0)
  closeSync(full)
})

test('a command whose output has no reader ends quietly, one whose output is lost fails', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = newFolder()
  await calendarIn(folder)
  const list = ['users', 'list', '--data-folder', folder]
  const removed = start(list)
  removed.child.stdout?.destroy()
  assert.deepEqual(await removed.ended, { code: 0, out: '', err: '' })
  const full = openSync('/dev/full', 'w')
  const lost = await start(list, { stdio: ['ignore', full, 'pipe'], lang: 'fr' }).ended
  assert.equal(lost.code, 1)
  assert.match(lost.err, /^La sortie n’a pas pu être écrite\u00a0: .*ENOSPC/)
  closeSync(full)
})

test('lost lines are counted, and reported once the log can be written again', () => {
  const written: string[] = []
  let failure: Error | undefined = new Error('ENOSPC')
  const log = openLog(
    { logLevel: 'info', logFormat: 'json' },
    {
      write(text, done) {
        if (!failure) written.push(text)
        done?.(failure)
      },
    },
  )
  for (const line of ['one', 'two']) {
    log.info(line)
    log.flush()
  }
  log.info('three')
  failure = undefined
  log.info('four')
  log.flush()
  const lines = written.join('').trim().split('\n')
  assert.deepEqual(
    lines.map(line => {
      const { message, lost } = JSON.parse(line)
      return [message, lost]
    }),
    [
      ['lines of the log could not be written', 2],
      ['three', undefined],
      ['four', undefined],
    ],
  )
  log.flush()
  assert.equal(written.length, 1)
})
