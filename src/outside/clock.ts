/** Unix seconds; from a start instant it goes on at its usual pace (for tests and demonstrations). */
export function openClock(start: string): () => number {
  const offset = start === '' ? 0 : Date.parse(start) - Date.now()
  return () => Math.floor((Date.now() + offset) / 1000)
}
