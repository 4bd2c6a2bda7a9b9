// Chat queries: what a room reads of its chat, and how often.
import type { ChatMessage } from '../../contract.ts'

export interface LikeCount {
  messageId: number
  likes: number
}

/** A room's queries for its messages. */
export interface ChatQueries {
  /** The latest messages of a day for joining clients, oldest first: as many as they show, and the held ones. */
  initialMessages(day: string): Promise<ChatMessage[]>
  /** The latest messages of a day for a resync, oldest first. */
  recentMessages(day: string, limit: number): Promise<ChatMessage[]>
  /** Like counts of these messages; deleted ones are left out. */
  countLikes(messageIds: readonly number[]): Promise<readonly LikeCount[]>
  /** These messages as they are now; deleted ones are left out. */
  messages(messageIds: readonly number[]): Promise<readonly ChatMessage[]>
}

export interface ChatTimings {
  /** Minimum time between two reads of a room's changed like counts. */
  likesTickMs: number
  /** Delay before retrying a failed resync; it doubles with each further failure. */
  resyncRetryMs: number
}
