// Member messages: what the live channel tells the member of this page, whichever of its sockets is open.
import { isMessageOf, type MessageOf, type ServerMessageSpecs } from '#shared/live/message-specs.ts'

const listeners = new Set<(message: { readonly type: string }) => void>()
const connectionListeners = new Set<() => void>()

/** Called by the member's socket with the messages that belong to no room. */
export function publishMemberMessage(message: { readonly type: string }): void {
  for (const listener of listeners) listener(message)
}

/** For parts of the page that don't know its socket; returns the unsubscribe function. */
export function onMemberMessage<Specs extends ServerMessageSpecs>(
  specs: Specs,
  listener: (message: MessageOf<Specs>) => void,
): () => void {
  const listenTo = (message: { readonly type: string }) => {
    if (isMessageOf(specs, message)) listener(message)
  }
  listeners.add(listenTo)
  return () => listeners.delete(listenTo)
}

/** Called by the member's socket each time it has connected. */
export function publishMemberConnection(): void {
  for (const listener of connectionListeners) listener()
}

/** After a connection: messages may have been missed before it. Returns the unsubscribe function. */
export function onMemberConnection(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}
