import { connect, createServer, type Socket } from 'node:net'

/** Cuts the connection of announcements alone: nothing arrives, and no error says so. */
export async function openProxy(port: number) {
  const sockets = new Set<Socket>()
  const deaf = new Set<Socket>()
  let isCut = false
  let swallowed = 0
  const server = createServer(socket => {
    const upstream = connect(port, '127.0.0.1')
    for (const each of [socket, upstream]) {
      sockets.add(each)
      each.on('error', () => {})
    }
    socket.on('data', data => {
      if (data.includes('LISTEN ')) {
        deaf.add(socket)
        if (isCut) swallowed++
      }
      if (!(isCut && deaf.has(socket))) upstream.write(data)
    })
    upstream.on('data', data => {
      if (!(isCut && deaf.has(socket))) socket.write(data)
    })
    socket.on('close', () => upstream.destroy())
    upstream.on('close', () => socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    setCut(to: boolean) {
      isCut = to
      swallowed = 0
    },
    /** True once it is noticed: nothing is received until the end of it. */
    get isNoticed() {
      return swallowed > 0
    },
    close() {
      server.close()
      for (const each of sockets) each.destroy()
    },
  }
}
