import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

test('a parameter that is a list has at most so many members, however it is written', async t => {
  const service = await startService()
  t.after(() => service.close())
  const numbers = Array.from({ length: 1200 }, (_, n) => n + 1)
  for (const [path, names] of [
    ['/events', ['include', 'venue', 'organizer', 'categories', 'tags', 'status']],
    ['/categories', ['include', 'exclude']],
    ['/tags', ['include', 'exclude']],
  ] as const)
    for (const name of names)
      for (const query of [
        `${name}=${numbers.join()}`,
        numbers
          .map(n => `${name}[]=${n}`)
          .join('&')
          .slice(0, 15_000),
      ]) {
        const { status, body } = await service.send('GET', `${path}?${query}`, { as: 'editor' })
        assert.deepEqual([status, Object.keys(body.data.params)], [400, [name]], `${path} ${name}`)
      }
})
