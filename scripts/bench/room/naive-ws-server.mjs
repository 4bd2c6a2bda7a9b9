// A naive server with the library ws: it serializes each message per receiver, and sends everyone to everyone.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { serveRpc } from './processes.mjs'
import { countText, initialText, message, sampleUser } from './sample-frames.mjs'

const acceptBacklog = 4_096
const unsentMaxBytes = 256 * 1024
const members = new Map()
let expected = 0
let isNaive = false

const http = createServer()
const library = new WebSocketServer({ server: http, perMessageDeflate: false })
library.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('close', () => members.delete(socket))
  socket.on('message', (/** @type {Buffer} */ data) => {
    const event = JSON.parse(data.toString())
    if (event.type === 'join-session') join(socket, event.userId)
    else if (event.type === 'chat-message') {
      broadcast(() => JSON.stringify({ type: 'new-message', message: message(event.text) }))
    }
  })
})

function join(socket, userId) {
  members.set(socket, sampleUser(userId))
  socket.send(initialText)
  if (isNaive) broadcast(() => countText(members.size, [...members.values()]))
  else if (members.size === expected) broadcast(() => countText(expected, []))
}

function broadcast(makeText) {
  for (const socket of members.keys()) {
    socket.send(makeText())
    if (socket.bufferedAmount > unsentMaxBytes) socket.terminate()
  }
}

serveRpc({
  listen: () =>
    new Promise((resolve) => {
      http.listen({ port: 0, host: '127.0.0.1', backlog: acceptBacklog }, () => resolve(http.address().port))
    }),
  expect: ({ count, naive = false }) => {
    expected = count
    isNaive = naive
  },
})
