import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../../.github/workflows')

type Job = { 'timeout-minutes'?: number; permissions?: Record<string, string> }
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> }

for (const name of readdirSync(folder)) {
  const text = readFileSync(join(folder, name), 'utf8')
  const workflow: Workflow = parse(text)

  test(`${name} uses actions of a fixed commit, with their version beside it`, () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action]) => action)
    assert.ok(used.length > 0)
    for (const action of used)
      assert.match(String(action), /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test(`${name} ends in time, and may only read where a job does not say more`, () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' })
    for (const [job, { 'timeout-minutes': minutes }] of Object.entries(workflow.jobs))
      assert.ok(Number(minutes) > 0, job)
  })
}
