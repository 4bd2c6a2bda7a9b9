// The same room with Socket.IO, over WebSockets only.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { serveRpc } from './processes.mjs'
import { message } from './sample-frames.mjs'

const acceptBacklog = 4_096
const room = 'room'
let expected = 0

const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.on('connection', (socket) => {
  socket.on('join-session', () => {
    void socket.join(room)
    socket.emit('initial-messages', { messages: [] })
    if (io.of('/').adapter.rooms.get(room)?.size === expected) {
      io.to(room).emit('online-count-updated', { onlineCount: expected, onlineUsers: [] })
    }
  })
  socket.on('chat-message', () => io.to(room).emit('new-message', { message: message() }))
})

serveRpc({
  listen: () =>
    new Promise((resolve) => {
      http.listen({ port: 0, host: '127.0.0.1', backlog: acceptBacklog }, () => resolve(http.address().port))
    }),
  expect: ({ count }) => {
    expected = count
  },
})
