// The interface of a chat room client, with the composer's state.
import type { LiveClient } from '#shared/live/live-client.ts'
import type { ChatEvent, ChatLog } from '../../chat-reducer.ts'
import type { Reader } from '../../rules.ts'

export interface Composer {
  readonly draft: string
  /** Why the last message was rejected, as a sentence. */
  readonly error: string | null
  /** A sentence on a problem that is being retried. */
  readonly hint: string | null
}

export interface ChatRoom {
  log(): ChatLog
  composer(): Composer
  /** The seconds between two messages of a member; 0 without slow mode. */
  slowSeconds(): number
  /** When slow mode allows the member's next message, in epoch milliseconds by the server's clock; 0 for now. */
  slowUntilMs(): number
  subscribe(listener: () => void): () => void
  setDraft(draft: string): void
  /**
   * Sends the draft if it isn't empty, the channel is open (CHAT-02), and no mute or slow mode forbids it. Returns whether
   * it did. `duringPause`: a moderator's message while the chat is paused (QUIET-05).
   */
  send(options?: { duringPause: boolean }): boolean
  /** Puts a message that waits its turn back into the composer, unless the server has just taken it (QUIET-06). */
  withdraw(clientMessageId: string): void
  /** Clears the pause's hints from the composer and the log. */
  endPause(): void
  /** Applies the result of an HTTP call of this page: a like count, a deletion, or the undo of one that failed. */
  dispatch(event: ChatEvent): void
  /** Listens to the channel until the returned function is called. */
  start(): () => void
}

export interface ChatRoomOptions {
  client: LiveClient
  day: string
  /** The member, as they are now: moderators read folded messages and don't wait in slow mode. */
  reader: () => Reader
  setTimer?: (ms: number, run: () => void) => () => void
  newId?: () => string
  /** A monotonic clock, in milliseconds. */
  now?: () => number
  /** From 0 up to 1, such as Math.random. */
  random?: () => number
  /** The server's clock, in epoch milliseconds. */
  clock?: () => number
}
