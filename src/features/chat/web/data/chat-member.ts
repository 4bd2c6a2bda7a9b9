// The member who chats, and what the app hands in for moderators.
import type { ComponentType, RefObject } from 'react'
import type { ChatMessage } from '../../contract.ts'
import type { ChatRoom } from './chat-room-interface.ts'

/** The author shown on the member's own pending messages. */
export interface ChatMember {
  id: number
  name: string
  profilePicture: string | null
}

/** What a member can do with a message from its menu. */
export type MessageAction = 'report' | 'remove' | 'mute' | 'ban'

export interface MessageDialogsProps {
  room: ChatRoom
  /** What was chosen. Each opening has its own `key`. */
  action: MessageAction
  /** As it was then: it may leave the log meanwhile. */
  message: ChatMessage
  returnFocusTo: RefObject<HTMLElement | null>
}

/** What the chat shows of moderation, which is another feature: the app passes it in, the same for all renders. */
export interface ChatModerationParts {
  /** The dialogs about a message and its author. */
  MessageDialogs: ComponentType<MessageDialogsProps>
  /** Chooses the room's slow mode; null for members who don't moderate. */
  SlowModeMenu: ComponentType<{ seconds: number }> | null
}
