// Live messages: the messages of all features on the live channel, in both directions.
import { chatClientMessages, chatServerMessages } from '#features/chat/contract.ts'
import { hallServerMessages } from '#features/halls/live-messages.ts'
import { helpServerMessages } from '#features/help/live-messages.ts'
import { moderationServerMessages } from '#features/moderation/live-messages.ts'
import { reflectionServerMessages } from '#features/reflections/reflection.ts'
import { joinMessages, roomsServerMessages } from '#features/rooms/contract.ts'
import { sittingServerMessages } from '#features/sittings/sitting.ts'
import { streamServerMessages } from '#features/streams/live-messages.ts'
import { thanksClientMessages, thanksServerMessages } from '#features/thanks/contract.ts'
import { liveClientMessages, liveServerMessages } from '#shared/live/channel-messages.ts'
import type { MessageOf } from '#shared/live/message-specs.ts'

export const clientMessages = {
  ...liveClientMessages,
  ...joinMessages,
  ...chatClientMessages,
  ...thanksClientMessages,
}
export type ClientMessage = MessageOf<typeof clientMessages>

export const serverMessages = {
  ...chatServerMessages,
  ...liveServerMessages,
  ...roomsServerMessages,
  ...sittingServerMessages,
  ...streamServerMessages,
  ...hallServerMessages,
  ...reflectionServerMessages,
  ...helpServerMessages,
  ...moderationServerMessages,
  ...thanksServerMessages,
}
export type ServerMessage = MessageOf<typeof serverMessages>
