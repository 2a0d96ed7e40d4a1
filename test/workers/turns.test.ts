import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTurns } from '../../src/outside/workers/turns.ts'

test('turns to write come in the order in which they were asked for, and are kept until another asks', () => {
  const turnsGiven: string[] = []
  const turns = openTurns<string>((worker, turn) => turnsGiven.push(`${worker} ${turn}`))
  const heard = () => turnsGiven.splice(0)
  turns.ask('a')
  assert.deepEqual(heard(), ['a yours'])
  turns.ask('b')
  turns.ask('c')
  assert.deepEqual(heard(), ['a wanted'])
  turns.end('a')
  assert.deepEqual(heard(), ['b yours', 'b wanted'])
  turns.end('a')
  assert.deepEqual(heard(), [], 'it is not its turn')
  turns.end('b')
  assert.deepEqual(heard(), ['c yours'])
})

test('a process that ends holds nobody up', () => {
  const turnsGiven: string[] = []
  const turns = openTurns<string>((worker, turn) => turnsGiven.push(`${worker} ${turn}`))
  for (const worker of ['a', 'b', 'c']) turns.ask(worker)
  turns.gone('b')
  turns.gone('a')
  assert.deepEqual(turnsGiven, ['a yours', 'a wanted', 'c yours'])
  turns.gone('c')
  turns.ask('d')
  assert.equal(turnsGiven.at(-1), 'd yours')
})
