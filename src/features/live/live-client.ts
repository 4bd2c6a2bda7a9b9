// What the parts of a page may ask of the live channel, whoever holds it.
import type { ClientMessage, ServerMessage } from './contract.ts'

/** Why a page tries no more: signed out, banned, or a rule of the channel broken (until a reload). */
export type LiveCloseReason = 'signed-out' | 'banned' | 'policy'

/** How the channel stands; `connected` is a joined room, and only then is anything sent (LIVE-09). */
export interface LiveStatus {
  readonly state: 'connecting' | 'connected' | 'disconnected'
  /** Null while it is still tried. */
  readonly ended: LiveCloseReason | null
  /** Whether it was ever joined: a first connecting is not a reconnecting. */
  readonly joinedBefore: boolean
}

export interface LiveClient {
  /** The same object as long as nothing changes. */
  connection(): LiveStatus
  onConnection(listener: () => void): () => void
  onMessage(listener: (message: ServerMessage) => void): () => void
  /** False when the channel is not connected; then nothing was sent. */
  send(message: ClientMessage): boolean
}
