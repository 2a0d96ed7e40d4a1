import { connect, type Socket } from 'node:net'

export type Load = {
  requests: number
  seconds: number
  p50: number
  p99: number
  bytes: number
  failures: number
}

/** What to send: full requests, in turn. */
export type Requests = (n: number) => string

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`
const post = (path: string, body: string, token: string) =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
export const request = { get, post }

/**
 * A load over keep-alive connections, each with one request at a time. Answers are read as far as their lengths tell;
 * latencies are in microseconds.
 */
export async function load(
  port: number,
  requests: Requests,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Load> {
  const started = performance.now()
  const until = started + seconds * 1000
  const latencies: number[] = []
  let sent = 0
  let bytes = 0
  let failures = 0

  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let began = 0
      let head = ''
      let left = -1
      const next = () => {
        if (performance.now() >= until) {
          socket.end()
          resolve()
          return
        }
        began = performance.now()
        head = ''
        left = -1
        socket.write(requests(sent++))
      }
      const finish = () => {
        latencies.push((performance.now() - began) * 1000)
        next()
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', chunk => {
        bytes += chunk.length
        if (left >= 0) {
          left -= chunk.length
          if (left <= 0) finish()
          return
        }
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const status = Number(head.slice(9, 12))
        if (status >= 400) failures++
        const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1]
        left = Number(status === 304 ? 0 : (length ?? 0)) - (head.length - end - 4)
        if (left <= 0) finish()
      })
    })

  await Promise.all(Array.from({ length: clients }, client))
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return {
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    p50: at(0.5),
    p99: at(0.99),
    bytes,
    failures,
  }
}
