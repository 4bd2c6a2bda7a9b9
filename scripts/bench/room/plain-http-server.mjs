// The reference for calls: node:http alone, sending precomputed JSON of a given size.
import { createServer } from 'node:http'
import { serveRpc } from './processes.mjs'

let body = Buffer.alloc(0)

const server = createServer((request, response) => {
  const send = () => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    })
    response.end(body)
  }
  if (request.method === 'GET') send()
  else {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      JSON.parse(Buffer.concat(parts).toString())
      send()
    })
  }
})

serveRpc({
  listen: () =>
    new Promise((resolve) => {
      server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(server.address().port))
    }),
  setResponseSize: ({ bytes }) => {
    body = Buffer.from(JSON.stringify('x'.repeat(Math.max(0, bytes - 2))))
  },
})
