import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { almanac, newFolder } from './command.ts'

const cwd = newFolder()
const scriptFor = async (shell: string) => (await almanac(['completion', shell], { cwd })).out

async function bashCompletes() {
  const script = await scriptFor('bash')
  return (...typed: string[]) => {
    const words = ['almanac', ...typed].map(word => `'${word}'`).join(' ')
    const line = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _almanac; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${line}`], { encoding: 'utf8' })
    assert.equal(stderr, '')
    return stdout.trim().split(' ')
  }
}

test('bash completes commands, their options, and what begins a word', async () => {
  const completed = await bashCompletes()
  const all = completed('')
  for (const { name } of commands) assert.ok(all.includes(name), name)
  assert.deepEqual(completed('us'), ['users'])
  assert.deepEqual(completed('users', 'dis'), ['disable'])
  assert.deepEqual(completed('--lang', 'fr', 'users', 'add', 'ann', '--ro').slice(0, 1), ['--role'])
  assert.deepEqual(completed('serve', '--backup-f'), ['--backup-folder'])
})

test('bash completes values: names and words of settings, roles, languages, shells', async () => {
  const completed = await bashCompletes()
  assert.deepEqual(completed('config', 'set', 'timez'), ['timezone'])
  assert.deepEqual(completed('config', 'get', 'perP'), ['perPage'])
  assert.deepEqual(completed('config', 'set', 'importRole', '').slice(0, 2), [
    'administrator',
    'editor',
  ])
  assert.deepEqual(completed('config', 'set', 'importRole', 'editor', '--data-f'), [
    '--data-folder',
  ])
  assert.deepEqual(completed('config', 'set', 'homePage', 'mon'), ['month'])
  assert.ok(!completed('config', 'set', 'timezone', '').includes('perPage'))
  assert.ok(!completed('config', 'set', '').includes('secretKey'))
  assert.deepEqual(completed('users', 'add', 'ann', '--role', 'contr'), ['contributor'])
  assert.deepEqual(completed('users', 'role', 'ann', 'ed'), ['editor'])
  assert.deepEqual(completed('--lang', ''), ['en', 'fr'])
  assert.deepEqual(completed('serve', '--log-format', 'js'), ['json'])
  assert.deepEqual(completed('completion', 'z'), ['zsh'])
  const fish = await scriptFor('fish')
  assert.match(fish, /from completion' -f -a 'bash zsh fish'/)
  assert.match(fish, /from add' -l role -x -a 'administrator/)
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
