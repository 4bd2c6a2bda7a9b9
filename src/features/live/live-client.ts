// Live client: the interface of the live channel for the other parts of a page.
import type { MessageOf, ServerMessageSpecs } from './contract.ts'

/** Why the client stopped reconnecting: signed out, banned, or a protocol violation (until a reload). */
export type LiveCloseReason = 'signed-out' | 'banned' | 'policy'

/** `connected` means joined to the room; the client sends nothing before that (LIVE-09). */
export interface LiveStatus {
  readonly state: 'connecting' | 'connected' | 'disconnected'
  /** Null while the client still reconnects. */
  readonly ended: LiveCloseReason | null
  /** Whether the client ever joined the room: separates a first connection from a reconnection. */
  readonly joinedBefore: boolean
}

export interface LiveClient {
  /** Returns the same object until the status changes. */
  status(): LiveStatus
  onStatusChange(listener: () => void): () => void
  /** Calls the listener with the messages that `specs` declares: those of the subscriber's feature, or of several. */
  onMessage<Specs extends ServerMessageSpecs>(
    specs: Specs,
    listener: (message: MessageOf<Specs>) => void,
  ): () => void
  /** Returns false, and sends nothing, when the channel is not connected. */
  send(message: { readonly type: string }): boolean
}
