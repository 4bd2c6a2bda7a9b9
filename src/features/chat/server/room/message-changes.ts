// Message changes: reads messages again that were brought back, folded or unfolded, and sends what clients lack.
import { createCoalescedReads } from '#server/async/coalesced-reads.ts'
import type { ChatMessage, ChatServerMessage } from '../../contract.ts'
import type { ChatQueries, ChatTimings } from './chat-queries.ts'
import type { DeliveredMessages } from './delivered-messages.ts'

interface MessageChangesOptions {
  timings: Pick<ChatTimings, 'likesTickMs'>
  queries: Pick<ChatQueries, 'messages'>
  delivered: Pick<DeliveredMessages, 'has' | 'changeTo'>
  broadcast(message: ChatServerMessage): void
  onError(error: unknown): void
}

export interface MessageChanges {
  changed(messageId: number): void
  /** A deletion arrived: a read that began before it is older. */
  deleted(messageId: number): void
  close(): void
}

export function createMessageChanges(options: MessageChangesOptions): MessageChanges {
  const { timings, queries, delivered, broadcast, onError } = options
  const deletedDuringRead = new Set<number>()
  const reads = createCoalescedReads<number, { messageId: number; message: ChatMessage | null }>({
    tickMs: timings.likesTickMs,
    read: async (messageIds) => {
      deletedDuringRead.clear()
      const messages = await queries.messages(messageIds)
      return messageIds.map((messageId) => ({
        messageId,
        message: messages.find(({ id }) => id === messageId) ?? null,
      }))
    },
    send: ({ messageId, message }) => {
      if (deletedDuringRead.has(messageId)) reads.changed(messageId)
      else if (message === null) {
        if (delivered.has(messageId)) broadcast({ type: 'message-deleted', messageId })
      } else {
        const change = delivered.changeTo(message)
        if (change !== null) broadcast(change)
      }
    },
    onError,
  })
  return {
    changed: reads.changed,
    deleted: (messageId) => {
      deletedDuringRead.add(messageId)
    },
    close: reads.close,
  }
}
