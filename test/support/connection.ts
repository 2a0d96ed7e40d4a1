import { connect } from 'node:net'

/** A connection of its own, for bytes as a test writes them. */
export function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const chunks: string[] = []
  let tail = ''
  let isClosed = false
  let error: NodeJS.ErrnoException | undefined
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  socket.setEncoding('latin1')
  socket.on('data', chunk => {
    chunks.push(chunk as string)
    tail = (tail + chunk).slice(-4000)
    wake()
  })
  socket.on('error', failed => {
    error = failed
  })
  socket.on('close', () => {
    isClosed = true
    wake()
  })

  /** Resolves when this is so, or when the connection is closed. */
  const until = (isSo: () => boolean) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!isSo() && !isClosed) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  return {
    socket,
    write: (bytes: string | Buffer) => socket.write(bytes),
    get text() {
      return chunks.join('')
    },
    /** The last of it: looking for something in all of it takes long where there is much. */
    get tail() {
      return tail
    },
    get error() {
      return error
    },
    get statuses() {
      return [...chunks.join('').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
        Number(status),
      )
    },
    until,
    closed: () => until(() => false),
  }
}
