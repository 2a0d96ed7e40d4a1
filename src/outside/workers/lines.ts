import type { Readable } from 'node:stream'

/** A longer line is passed on in parts. */
const maxLine = 1_000_000

/** Passes on the output of a process line by line, so that the lines of several processes never mix. */
export function completeLines(from: Readable, write: (text: string) => void) {
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (text: string) => {
    const all = rest + text
    const end = all.length > maxLine ? all.length : all.lastIndexOf('\n') + 1
    rest = all.slice(end)
    if (end > 0) write(all.slice(0, end))
  })
  from.on('end', () => {
    if (rest !== '') write(`${rest}\n`)
    rest = ''
  })
  from.on('error', () => {})
}
