// Member messages: what the live channel tells the member of this page, whichever of its sockets is open.

interface Listener {
  readonly type: string
  readonly read: () => void
}

const listeners = new Set<Listener>()

/** Called by the member's socket with the messages that belong to no room. */
export function publishMemberMessage(message: { readonly type: string }): void {
  for (const { type, read } of listeners) if (type === message.type) read()
}

/** Called by the member's socket each time it has connected. */
export function publishMemberConnection(): void {
  for (const { read } of listeners) read()
}

/**
 * For parts of the page that don't know its socket. Calls `read` at each message of a type, and after each connection:
 * messages may have been missed before it. Returns the unsubscribe function.
 */
export function onMemberMessage<Message extends { readonly type: string }>(
  type: Message['type'],
  read: () => void,
): () => void {
  const listener = { type, read }
  listeners.add(listener)
  return () => listeners.delete(listener)
}
