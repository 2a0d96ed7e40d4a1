import type { Readable } from 'node:stream'

/** More than this without an end is handed on as it is. */
const longest = 1_000_000

/** Hands on what a process writes in whole lines, so that those of several are never mixed. */
export function wholeLines(from: Readable, write: (text: string) => void) {
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (text: string) => {
    const all = rest + text
    const end = all.length > longest ? all.length : all.lastIndexOf('\n') + 1
    rest = all.slice(end)
    if (end > 0) write(all.slice(0, end))
  })
  from.on('end', () => {
    if (rest !== '') write(`${rest}\n`)
    rest = ''
  })
  from.on('error', () => {})
}
