// The limit of reading: node:http and nothing else, sending the bytes that it was given, one answer after another.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'

type Answers = { bodies: Uint8Array[]; status?: number; headers?: string[] }
const {
  bodies: given,
  status = 200,
  headers,
} = deserialize(readFileSync(process.env.BODIES as string)) as Answers
const bodies = given.map(body => Buffer.from(body))
const heads = bodies.map(
  ({ length }) =>
    headers ?? [
      'Content-Type',
      'application/json; charset=UTF-8',
      'Content-Length',
      String(length),
    ],
)
let next = 0

createServer((_, response) => {
  response.writeHead(status, heads[next])
  response.end(bodies[next])
  next = (next + 1) % bodies.length
}).listen(Number(process.env.PORT), '127.0.0.1')
