// Live messages: the messages of all features on the live channel, in both directions.
import { chatClientMessages, chatServerMessages } from '#features/chat/contract.ts'
import { energyServerMessages } from '#features/energy/reflection.ts'
import { helpServerMessages } from '#features/help/contract.ts'
import { sittingServerMessages } from '#features/sittings/sitting.ts'
import { thanksClientMessages, thanksServerMessages } from '#features/thanks/contract.ts'
import { liveClientMessages, liveServerMessages, type MessageOf } from '#features/live/contract.ts'

export const clientMessages = { ...liveClientMessages, ...chatClientMessages, ...thanksClientMessages }
export type ClientMessage = MessageOf<typeof clientMessages>

export const serverMessages = {
  ...chatServerMessages,
  ...liveServerMessages,
  ...sittingServerMessages,
  ...energyServerMessages,
  ...helpServerMessages,
  ...thanksServerMessages,
}
export type ServerMessage = MessageOf<typeof serverMessages>
