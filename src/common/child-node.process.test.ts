import assert from 'node:assert/strict'
import { ChildProcess, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { runNode } from './child-node.ts'

const program = ['-e', 'process.stdout.write("written"); process.exitCode = 3']

test('a program that ends returns its exit code and its output', async () => {
  const { ended } = runNode(program, { maxOutput: 5 })
  assert.deepEqual(await ended, { code: 3, out: 'writt', err: '' })
})

test('a process that cannot be started is an error that is handed on, and ends nothing', async () => {
  const withoutDescriptor = () => {
    const child = new ChildProcess()
    process.nextTick(() => child.emit('error', Object.assign(new Error(), { code: 'EMFILE' })))
    return child
  }
  const withoutMemory = () => {
    throw Object.assign(new Error(), { code: 'ENOMEM' })
  }
  for (const start of [withoutDescriptor, withoutMemory]) {
    const child = runNode(program, { maxOutput: 5, start })
    child.stop()
    await assert.rejects(child.ended, { code: /^E(MFILE|NOMEM)$/ })
  }
})

test('a process ends before its child, unless the child is awaited', () => {
  const waiting = (isAwaited: boolean) => `
    import { runNode } from '${new URL('child-node.ts', import.meta.url)}'
    const { out } = await runNode(['-p', '1 + 1'], { maxOutput: 9, isAwaited: ${isAwaited} }).ended
    console.log(out)`
  const run = (isAwaited: boolean) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', waiting(isAwaited)]).stdout.toString()
  assert.deepEqual([run(true).trim(), run(false).trim()], ['2', ''])
})
