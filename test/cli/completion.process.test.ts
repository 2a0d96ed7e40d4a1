import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { almanac, newFolder } from './command.ts'

const cwd = newFolder()
const scriptFor = async (shell: string) => (await almanac(['completion', shell], { cwd })).out

test('bash completes commands, their options, and what begins a word', async () => {
  const script = await scriptFor('bash')
  const completed = (...typed: string[]) => {
    const words = ['almanac', ...typed].map(word => `'${word}'`).join(' ')
    const line = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _almanac; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' })
    assert.equal(stderr, '')
    return stdout.trim().split(' ')
  }
  const all = completed('')
  for (const { name } of commands) assert.ok(all.includes(name), name)
  assert.deepEqual(completed('us'), ['users'])
  assert.deepEqual(completed('users', 'dis'), ['disable'])
  assert.deepEqual(completed('--lang', 'fr', 'users', 'add', 'ann', '--ro').slice(0, 1), ['--role'])
  assert.deepEqual(completed('serve', '--access-log-f'), ['--access-log-file'])
})

test('zsh and fish get every command; another shell is refused', async () => {
  for (const shell of ['zsh', 'fish']) {
    const script = await scriptFor(shell)
    for (const { name } of commands) assert.ok(script.includes(name), `${shell} ${name}`)
  }
  const { code, err } = await almanac(['completion', 'fsh'], { cwd })
  assert.equal(code, 2)
  assert.match(err, /bash, zsh, fish/)
})
