// The member who chats, and what the app hands in for moderators.
import type { ComponentType } from 'react'

/** The author shown on the member's own pending messages. */
export interface ChatMember {
  id: number
  name: string
  profilePicture: string | null
}

/** The ban dialog; it belongs to another feature, so the app passes it in. */
export type ChatBanDialog = ComponentType<{
  open: boolean
  onClose: () => void
  member: { id: number; name: string }
}>
