// The member who chats, and what the app hands in for moderators.
import type { ComponentType, RefObject } from 'react'
import type { ChatMessage } from '../../contract.ts'

/** The author shown on the member's own pending messages. */
export interface ChatMember {
  id: number
  name: string
  profilePicture: string | null
}

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Gets the focus back when what had it is gone. */
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** The ban dialog; it belongs to another feature, so the app passes it in. */
export type ChatBanDialog = ComponentType<DialogProps & { member: { id: number; name: string } }>

/** What the chat shows of moderation, which is another feature: the app passes it in, the same for all renders. */
export interface ChatModerationParts {
  ReportDialog: ComponentType<DialogProps & { message: ChatMessage }>
  /** For moderators; null for other members. */
  moderators: {
    BanDialog: ChatBanDialog
    MuteDialog: ChatBanDialog
    /** Chooses the room's slow mode. */
    SlowModeMenu: ComponentType<{ seconds: number }>
  } | null
}

/** What a member can do with a message from its menu. */
export type MessageAction = 'report' | 'remove' | 'mute' | 'ban'
