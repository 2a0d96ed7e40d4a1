// The limit: node:http and nothing else, sending the bytes that it is given for every request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.env.BODY as string)
createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': body.length,
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
