// One more live channel on an app's database, bus and clock: another node, or one with shorter timeouts.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createSessionRegistry } from '#features/auth/server/session-registry.ts'
import type { ChatQueries, ChatTimings } from '#features/chat/server/room/chat-queries.ts'
import { createChatFeature } from '#features/chat/server/room/room-chat.ts'
import { publicCommunity } from '#features/community/server/service.ts'
import { createRoomWindows } from '#features/meditation/server/room-windows.ts'
import { readDayContent, meditationAt } from '#features/meditation/server/sql/day-content.ts'
import { createRoomsModule, type RoomsModuleOptions } from '#features/rooms/server/module.ts'
import { createSittingsAround } from '#features/sittings/server/sittings-around.ts'
import { createInProcessBus, type Bus } from '#server/bus/bus.ts'
import { createCalendar } from '#server/calendar/calendar.ts'
import { allGuards } from '#server/http/guards.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { LiveChannel } from '#server/live/live-channel.ts'
import { presenceEvents } from '#server/live/presence-protocol-v1.ts'
import type { LiveTimings } from '#server/live/timings.ts'
import type { TestApp } from '#test/app.ts'
import type { LiveAddress } from './live-client.ts'

export interface TestChannel extends LiveAddress {
  channel: LiveChannel
  bus: Bus
  /** Reads session changes from the database at once; otherwise the channel does so a moment later. */
  catchUp(): Promise<void>
  /** Closes the channel gracefully, as a stopping server does. */
  close(): Promise<void>
  /** Ends as a killed process does: without publishing anything. */
  crash(): Promise<void>
}

interface ChannelOptions extends Partial<RoomsModuleOptions>, Partial<ChatQueries> {
  timings?: Partial<LiveTimings & ChatTimings>
  /** The minutes of each day's meditation; by default those in the database. */
  durationOf?: () => Promise<number | null>
  /** Its bus connection; by default one more connection to the app's bus. */
  bus?: Bus
  /** Whether it ignores presence: it and the other nodes don't see each other's members. */
  isIsolated?: boolean
}

/** The limits of an open room. */
export const openAdmission = async () => ({ openUntilMs: Number.POSITIVE_INFINITY, pausedUntilMs: null })

let channelCount = 0

/** Opens a channel on a port of its own, as another node beside the app; `options` replace its defaults. */
export async function openTestChannel(
  app: TestApp,
  { isIsolated = false, ...changes }: ChannelOptions = {},
): Promise<TestChannel> {
  channelCount += 1
  const connected = changes.bus ?? app.hub.connect(`channel-${channelCount}`)
  const bus = isIsolated ? withoutPresence(connected) : connected
  const node = { ...app.app.platform, bus, ...changes.platform }
  node.roomClock = node.clock
  // By its own clock and bus.
  const calendar = await createCalendar(node)
  const platform = { ...node, calendar }
  const { database, clock } = platform
  const sessions = await createSessionRegistry(platform)
  const around = createSittingsAround(platform)
  const dailyMeditationOf = async (day: string) =>
    meditationAt(await readDayContent(database.query, day), clock.now())
  const durationOf =
    changes.durationOf ?? (async (day: string) => (await dailyMeditationOf(day))?.duration ?? null)
  const minutesOf = async (day: string) => {
    // The last read of a window: a test that sees it may move the clock.
    await around.read()
    return durationOf(day)
  }
  const rooms = createRoomsModule({
    limiter: createRateLimiter(clock),
    enabledGuards: allGuards,
    sessions,
    bannedAddresses: { reasonFor: () => null, onReload: () => () => {} },
    features: [createChatFeature(platform, changes)],
    ...createRoomWindows(platform, { around, minutesOf }),
    roomDay: around.roomDay,
    publicCommunity: () => publicCommunity(platform),
    // For a chat on a day that doesn't start together.
    sittingOf: async () => null,
    dailyMeditationOf,
    ...changes,
    platform,
  })
  const { channel } = rooms
  const server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  channel.attach(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    config: app.config,
    channel,
    bus,
    catchUp: () => sessions.sync(),
    close: async () => {
      await rooms.close()
      await sessions.close()
      around.close()
      calendar.close()
      await bus.close()
      await closeServer(server)
    },
    crash: async () => {
      around.close()
      calendar.close()
      await bus.close()
      for (const socket of sockets) socket.destroy()
      await closeServer(server)
      await rooms.close()
      await sessions.close()
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
}

/** A bus connection without presence messages. */
function withoutPresence(bus: Bus): Bus {
  const aside = createInProcessBus(bus.nodeId)
  const busOf = ({ name }: { name: string }) => (name === presenceEvents.name ? aside : bus)
  return {
    ...bus,
    publish: (channel, message) => busOf(channel).publish(channel, message),
    subscribe: (channel, listener) => busOf(channel).subscribe(channel, listener),
  }
}
