import { connect } from 'node:net'
import { token } from './constants.ts'

export type Load = {
  requests: number
  seconds: number
  p50: number
  p99: number
  bytes: number
  failures: number
}

/** The text to send: full requests, in turn. */
export type Requests = (n: number) => string

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`
const withBody = (method: string) => (path: string, body: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
export const request = { get, post: withBody('POST'), patch: withBody('PATCH') }

/** No head of an answer is longer than this. */
const maxHead = 8192

/** Follows one answer at a time; `read` tells whether it is complete. */
function openAnswer() {
  let head = ''
  let left = -1
  return {
    failed: false,
    begin() {
      head = ''
      left = -1
    },
    read(chunk: Buffer): boolean {
      if (left >= 0) {
        left -= chunk.length
        return left <= 0
      }
      head += chunk.toString('latin1', 0, maxHead)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return false
      const status = Number(head.slice(9, 12))
      this.failed = status < 200 || status >= 400
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end))?.[1]
      if (length === undefined && status !== 304)
        throw new Error(`An answer without a length cannot be read:\n${head.slice(0, end)}`)
      const before = head.length - Math.min(chunk.length, maxHead)
      left = Number(status === 304 ? 0 : length) - (chunk.length - (end + 4 - before))
      return left <= 0
    },
  }
}

/** A load over keep-alive connections, each with one request at a time; latencies are in microseconds. */
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
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const answer = openAnswer()
      let began = 0
      const next = () => {
        if (performance.now() >= until) {
          socket.end()
          resolve()
          return
        }
        began = performance.now()
        answer.begin()
        socket.write(requests(sent++))
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        try {
          if (!answer.read(chunk)) return
        } catch (error) {
          socket.destroy()
          return reject(error)
        }
        latencies.push((performance.now() - began) * 1000)
        if (answer.failed) failures++
        next()
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
