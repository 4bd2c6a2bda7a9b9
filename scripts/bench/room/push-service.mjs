// A fake of the push services: accepts and counts.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { serveRpc } from './processes.mjs'

let received = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    received += 1
    response.writeHead(201).end()
  })
})

serveRpc({
  listen: async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${server.address().port}`
  },
  count: async () => received,
})
