// Live messages: the messages of all features on the live channel, in both directions.
import { chatClientMessages, chatServerMessages } from '#features/chat/contract.ts'
import { energyServerMessages } from '#features/energy/reflection.ts'
import { helpServerMessages } from '#features/help/contract.ts'
import { sittingServerMessages } from '#features/sittings/sitting.ts'
import { liveClientMessages, liveServerMessages, type MessageOf } from '#features/live/contract.ts'

export const clientMessages = { ...liveClientMessages, ...chatClientMessages }
export type ClientMessage = MessageOf<typeof clientMessages>

export const serverMessages = {
  ...chatServerMessages,
  ...liveServerMessages,
  ...sittingServerMessages,
  ...energyServerMessages,
  ...helpServerMessages,
}
export type ServerMessage = MessageOf<typeof serverMessages>
