// Which messages of a page reach YouTube's player: those of its own window and origin, in the form that it sends.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectToPlayer, playerOrigin, type PlayerConnection } from './youtube-player-connection.ts'

const error = JSON.stringify({ event: 'onError', info: 150 })

let frame: HTMLIFrameElement
let errors: (number | null)[]
let connection: PlayerConnection
beforeEach(() => {
  frame = document.createElement('iframe')
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage: () => undefined } })
  errors = []
  connection = connectToPlayer(frame, {
    onMessage: (message) => errors.push(message.error),
    onTimeout: () => undefined,
  })
})
afterEach(() => connection.disconnect())

interface Sender {
  origin?: string
  source?: unknown
}

function receive(data: unknown, { origin = playerOrigin, source = frame.contentWindow }: Sender = {}) {
  window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
}

test.each([
  'https://www.youtube-nocookie.com.evil.net',
  'http://www.youtube-nocookie.com',
  'https://evil.net',
  location.origin,
  'null',
  '',
])('[T30] a message from the origin %j is ignored, whatever its window', (origin) => {
  receive(error, { origin })
  expect(errors).toEqual([])
  receive(error)
  expect(errors).toEqual([150])
})

test('[T30] a message from another window is ignored, also one from YouTube', () => {
  for (const source of [window, {}, null]) receive(error, { source })
  expect(errors).toEqual([])
  receive(error, { origin: 'https://www.youtube.com' })
  expect(errors).toEqual([150])
})

test('[T30] what isn’t a message of the player is ignored', () => {
  for (const data of ['{', '7', 'null', '{"event":7}', '[]', { info: { playerState: 0 } }, null])
    receive(data)
  expect(errors).toEqual([])
})
