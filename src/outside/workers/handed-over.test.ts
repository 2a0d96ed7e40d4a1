import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { closeWhatIsOnItsWay } from './handed-over.ts'

function openWorker() {
  const sent: unknown[] = []
  const worker = Object.assign(new EventEmitter(), {
    process: {
      send(message: unknown) {
        sent.push(message)
        return true
      },
    },
  })
  closeWhatIsOnItsWay(worker)
  // as Node hands a connection over
  const hand = worker.process.send as (message: unknown, handle?: unknown) => boolean
  return { sent, hand, end: () => worker.emit('exit') }
}

function openConnection() {
  let closed = 0
  return { close: () => void closed++, isClosed: () => closed > 0 }
}

test('a connection on its way to a worker that ends is closed, and those that have arrived are left to it', () => {
  const { hand, end, sent } = openWorker()
  const [taken, onItsWay] = [openConnection(), openConnection()]
  hand('newconn', taken)
  hand('newconn', onItsWay)
  hand('whose turn it is')
  assert.deepEqual([sent.length, onItsWay.isClosed()], [3, false])
  end()
  assert.deepEqual([taken.isClosed(), onItsWay.isClosed()], [false, true])
})

test('a connection that is handed to a worker which has already ended is closed at once', () => {
  const { hand, end, sent } = openWorker()
  end()
  const late = openConnection()
  assert.equal(hand('newconn', late), false)
  assert.deepEqual([late.isClosed(), sent.length], [true, 0])
})
