// One more live channel on an app's database, bus and clock: another node, or one with shorter waits.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatMessagesKept } from '#shared/constants.ts'
import { authenticate } from '#features/auth/server/session.ts'
import { createChatMessages } from '#features/chat/server/messages.ts'
import { latestMessages, likesOf } from '#features/chat/server/sql.ts'
import { createLiveChannel, type LiveChannel, type LiveOptions } from '#features/live/server/socket.ts'
import { meditationOf } from '#features/meditation/server/sql.ts'
import { createRateLimiter } from '#server/rate-limit.ts'
import type { TestApp } from './app.ts'
import type { LiveAddress } from './live-client.ts'

export interface TestChannel extends LiveAddress {
  channel: LiveChannel
  /** Closes the channel as a server does that stops. */
  close(): Promise<void>
}

let opened = 0

/** Opens a channel on a port of its own, a node beside the app's; `changes` replace parts of it. */
export async function openChannel(app: TestApp, changes: Partial<LiveOptions> = {}): Promise<TestChannel> {
  opened += 1
  const bus = app.hub.connect(`channel-${opened}`)
  const platform = { ...app.app.platform, bus, ...changes.platform }
  const { database, clock } = platform
  const channel = createLiveChannel({
    limiter: createRateLimiter(clock),
    authenticate: (token, address) => authenticate(platform, token, address),
    bannedAddresses: { reasonFor: () => null, onRead: () => () => {} },
    handlers: { 'chat-message': createChatMessages(platform) },
    initialMessages: (day) => latestMessages(database.query, day, chatMessagesKept),
    countLikes: (messageIds) => likesOf(database.query, messageIds),
    durationOf: async (day) => (await meditationOf(database.query, day))?.duration ?? null,
    ...changes,
    platform,
  })
  const server = createServer()
  channel.attach(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    config: app.config,
    channel,
    close: async () => {
      await channel.close()
      await bus.close()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
