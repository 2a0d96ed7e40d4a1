/** Two of the four threads that Node keeps for slow work: files and names need the others. */
const maxAtOnce = 2
/** The most that wait, and for how long; further requests get 429 with `Retry-After`. */
const maxWaiting = 16
const maxWait = 30_000

/** Images are worked on two at a time, in the order in which they came, and only as many as the memory holds. */
export function openImageTurns(memory: number, { wait = maxWait } = {}) {
  const waiting: { weight: number; begin: () => void }[] = []
  let atWork = 0
  let held = 0

  const fits = (weight: number) => atWork < maxAtOnce && held + weight <= memory

  function next() {
    while (waiting[0] && fits(waiting[0].weight)) waiting.shift()?.begin()
  }

  async function turn(weight: number): Promise<boolean> {
    if (waiting.length >= maxWaiting) return false
    return new Promise(resolve => {
      const place = {
        weight,
        begin() {
          clearTimeout(timer)
          atWork++
          held += weight
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1)
        resolve(false)
        next()
      }, wait)
      waiting.push(place)
    })
  }

  return {
    memory,
    figures: () => ({ working: atWork, waiting: waiting.length }),
    /** Does the work when its turn comes; undefined when that takes too long. */
    async take<T>(weight: number, work: () => Promise<T>): Promise<T | undefined> {
      const isNew = waiting.length === 0 && fits(weight)
      if (isNew) {
        atWork++
        held += weight
      } else if (!(await turn(weight))) return undefined
      try {
        return await work()
      } finally {
        atWork--
        held -= weight
        next()
      }
    },
  }
}
