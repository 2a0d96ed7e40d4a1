export type Turns<W> = ReturnType<typeof openTurns<W>>

/** Turns in order of request. A worker keeps its turn until another requests one, so a lone worker requests only once. */
export function openTurns<W>(notify: (worker: W, turn: 'yours' | 'wanted') => void) {
  const waiting: W[] = []
  let holder: W | undefined

  function next() {
    holder = waiting.shift()
    if (holder === undefined) return
    notify(holder, 'yours')
    if (waiting.length > 0) notify(holder, 'wanted')
  }

  return {
    ask(worker: W) {
      waiting.push(worker)
      if (holder === undefined) next()
      else if (waiting.length === 1) notify(holder, 'wanted')
    },
    end(worker: W) {
      if (worker === holder) next()
    },
    /** It has ended, whatever it had. */
    gone(worker: W) {
      for (let at = waiting.length; at-- > 0; ) if (waiting[at] === worker) waiting.splice(at, 1)
      if (worker === holder) next()
    },
  }
}
