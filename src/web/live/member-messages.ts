// Member messages: what the live channel tells the member of this page, whichever of its sockets is open.
import { isMessageOf, type MessageOf, type ServerMessageSpecs } from '#shared/live/message-specs.ts'

interface Listener {
  onMessage?: (message: { readonly type: string }) => void
  onConnection?: () => void
}

const listeners = new Set<Listener>()

function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called by the member's socket with the messages that belong to no room. */
export function publishMemberMessage(message: { readonly type: string }): void {
  for (const { onMessage } of listeners) onMessage?.(message)
}

/** For parts of the page that don't know its socket; returns the unsubscribe function. */
export function onMemberMessage<Specs extends ServerMessageSpecs>(
  specs: Specs,
  listener: (message: MessageOf<Specs>) => void,
): () => void {
  return listen({
    onMessage: (message) => {
      if (isMessageOf(specs, message)) listener(message)
    },
  })
}

/** Called by the member's socket each time it has connected. */
export function publishMemberConnection(): void {
  for (const { onConnection } of listeners) onConnection?.()
}

/** After a connection: messages may have been missed before it. Returns the unsubscribe function. */
export function onMemberConnection(listener: () => void): () => void {
  return listen({ onConnection: listener })
}
