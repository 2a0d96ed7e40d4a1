import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventQuery } from '../contract/store.ts'
import { dialect } from '../sqlite/driver.ts'
import { eventStatements } from './list-statements.ts'

test('a list of what ends by some time reads nothing that starts days later', () => {
  const query = (is: '<' | '<=' | '>='): EventQuery => ({
    visible: { statuses: ['publish'] },
    protectedOf: -1,
    page: { limit: 10, offset: 0 },
    window: [{ edge: 'end', is, clock: 'wall', at: 1000 }],
  })
  for (const is of ['<', '<='] as const)
    assert.match(eventStatements(query(is), dialect).page.sql, /o\.starts <= \?/)
  assert.doesNotMatch(eventStatements(query('>='), dialect).page.sql, /o\.starts <= \?/)
})
