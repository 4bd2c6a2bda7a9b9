// The reference: writes one precomputed frame to every raw socket, and does nothing else.
import { createServer } from 'node:net'
import { serveRpc } from './processes.mjs'
import { countText, initialText, messageText } from './sample-frames.mjs'
import { serverFrame, upgradeResponse } from './wire.mjs'

const acceptBacklog = 4_096
const sockets = new Set()
const message = serverFrame(messageText())
const initial = serverFrame(initialText)
let expected = 0

const server = createServer({ noDelay: true }, (socket) => {
  let handle = upgrade
  socket.on('data', (data) => handle(data))
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))

  function upgrade(data) {
    socket.write(upgradeResponse(data.toString('latin1')))
    handle = join
  }
  function join() {
    handle = () => broadcast(message)
    socket.write(initial)
    sockets.add(socket)
    if (sockets.size === expected) broadcast(serverFrame(countText(expected)))
  }
})

function broadcast(frame) {
  for (const socket of sockets) socket.write(frame)
}

serveRpc({
  listen: () =>
    new Promise((resolve) => {
      server.listen({ port: 0, host: '127.0.0.1', backlog: acceptBacklog }, () =>
        resolve(server.address().port),
      )
    }),
  /** When `count` members have joined, all of them receive the count. */
  expect: ({ count }) => {
    expected = count
  },
})
