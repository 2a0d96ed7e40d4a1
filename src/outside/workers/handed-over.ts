import type { Worker as Child } from 'node:cluster'

/** The parts of a worker that are used here. */
type Receiver = {
  process: Pick<Child['process'], 'send'>
  once(event: 'exit', listener: () => void): unknown
}

/**
 * Node gives a worker one connection at a time, and forgets it without closing it if the worker ends before it says that it has it:
 * the client would wait for ever. It may even choose a worker that has ended, until it sees that the channel is closed too. One that
 * the worker did take is closed here already, and closing it again does nothing.
 */
export function closeWhatIsOnItsWay(child: Receiver) {
  const { send } = child.process
  let last: unknown
  let hasEnded = false
  const close = () => {
    if (hasClose(last)) last.close()
    last = undefined
  }
  const noting = (...given: Parameters<typeof send>) => {
    const [, handle] = given
    if (handle) last = handle
    if (handle && hasEnded) {
      close()
      return false
    }
    return send.apply(child.process, given)
  }
  Object.assign(child.process, { send: noting })
  child.once('exit', () => {
    hasEnded = true
    close()
  })
}

const hasClose = (of: unknown): of is { close(): void } =>
  typeof of === 'object' && of !== null && 'close' in of && typeof of.close === 'function'
