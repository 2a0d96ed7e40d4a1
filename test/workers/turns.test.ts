import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTurns } from '../../src/outside/workers/turns.ts'

test('turns to write come in the order of the requests, and stay until another process asks', () => {
  const turnsGiven: string[] = []
  const turns = openTurns<string>((worker, turn) => turnsGiven.push(`${worker} ${turn}`))
  const received = () => turnsGiven.splice(0)
  turns.ask('a')
  assert.deepEqual(received(), ['a yours'])
  turns.ask('b')
  turns.ask('c')
  assert.deepEqual(received(), ['a wanted'])
  turns.end('a')
  assert.deepEqual(received(), ['b yours', 'b wanted'])
  turns.end('a')
  assert.deepEqual(received(), [], 'it is not its turn')
  turns.end('b')
  assert.deepEqual(received(), ['c yours'])
})

test('a process that ends delays no other', () => {
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
