/**
 * Milliseconds of processor time that this process spent on some work. Unlike time on a clock they do not grow when the
 * machine has other things to do.
 */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
