/** An input of eight times the size takes a linear work eight times as long, a quadratic one 64 times. */
const parts = 8
const max = 32
/** Milliseconds of processor time below which nothing can be told of growth. */
const least = 10

/**
 * For tests: fails when a work takes longer in proportion to a large input than to an eighth of it. Nothing depends on how fast the
 * machine is, nor on what else it does.
 */
export async function linearIn<Input>(
  size: number,
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
) {
  const spent = async (of: number) => {
    const input = inputOf(of)
    return spentOn(() => work(input))
  }
  // a busy machine may be slow once; a work that grows too fast is so every time
  for (let time = 0; time < 3; time++) {
    const all = await spent(size)
    if (all <= max * least) return
    const part = Math.floor(size / parts)
    // the compiler and the collector may be at work in one of them
    if (all <= max * Math.min(await spent(part), await spent(part), await spent(part))) return
  }
  throw new Error(
    `${sample(inputOf(Math.floor(size / parts)))} takes more than ${max} times as long as an eighth of it`,
  )
}

/** A text of equal parts that is so long. */
export const repeated = (part: string) => (size: number) => part.repeat(size / part.length)

/** For tests: fails when a work takes more than so many times as long as another one. */
export async function noDearer(times: number, work: () => unknown, other: () => unknown) {
  const results: number[] = []
  for (let time = 0; time < 3; time++) {
    const [one, two] = [await spentOn(work), Math.max(await spentOn(other), least)]
    if (one <= times * two) return
    results.push(Math.round(one / two))
  }
  throw new Error(`It takes ${results.join(', ')} times as long`)
}

/** Milliseconds of this thread's processor time: they do not grow when the machine, or another thread, has other things to do. */
async function spentOn(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const sample = (input: unknown) => `${String(input).slice(0, 12)}…`
