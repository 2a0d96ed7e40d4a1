import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const script = join(import.meta.dirname, '../../.ci/subjects')
const folder = mkdtempSync(join(tmpdir(), 'almanac-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
  })
const commit = (subject: string, date = '2026-11-24T12:00:00Z') =>
  git('commit', '--quiet', '--allow-empty', '--no-verify', `--date=${date}`, '--message', subject)

/** The output of the check for a folder, by lines. */
function checked(cwd = folder): { status: number | null; lines: string[] } {
  // no repository around the folder
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() }
  const { status, stdout } = spawnSync(script, { cwd, env, encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter(Boolean) }
}

test('subjects of commits are short, without a period, and say something', () => {
  assert.deepEqual(checked().status, 0)
  assert.match(checked().lines.join(), /no history/)

  git('init', '--quiet')
  commit(
    'An earlier subject, which may be as long as it likes, as the rule is not as old as that.',
    '2026-11-23T12:20:00Z',
  )
  commit('Fix the rest of it')
  commit('é'.repeat(72))
  assert.deepEqual(checked(), { status: 0, lines: [] })

  const wrong = {
    [`${'é'.repeat(73)}`]: '73 characters',
    'Add it.': 'period',
    'WIP: add it': 'WIP',
    Fix: 'what',
  }
  for (const subject of Object.keys(wrong)) commit(subject)
  const { status, lines } = checked()
  assert.equal(status, 1)
  const expected = Object.entries(wrong).toReversed()
  assert.equal(lines.length, expected.length, lines.join('\n'))
  for (const [at, [subject, reason]] of expected.entries()) {
    const line = lines[at] ?? ''
    assert.ok(line.endsWith(`: ${subject}`) && line.includes(reason), line)
  }
})
