// React hooks of the chat room: one room per channel and day, with selectors that limit rendering.
import { useEffect, useMemo, useSyncExternalStore, type ComponentType } from 'react'
import type { LiveClient, LiveStatus } from '#features/live/live-client.ts'
import type { ChatLog } from '../chat-reducer.ts'
import { createChatRoom, type ChatRoom, type Composer } from './chat-room.ts'

/** The author shown on the member's own pending messages. */
export interface ChatMember {
  id: number
  name: string
  profilePicture: string | null
}

/** Loads the ban dialog; it belongs to another feature, so the app passes it in. */
export type LoadBanDialog = () => Promise<
  ComponentType<{ open: boolean; onClose: () => void; member: { id: number; name: string } }>
>

/** The member's chat of the day; listens while the component is mounted. */
export function useChatRoom(client: LiveClient, day: string): ChatRoom {
  const room = useMemo(() => createChatRoom({ client, day }), [client, day])
  useEffect(() => room.start(), [room])
  return room
}

export function useChatLog(room: ChatRoom): ChatLog {
  return useSyncExternalStore(room.subscribe, room.log)
}

export function useComposer(room: ChatRoom): Composer {
  return useSyncExternalStore(room.subscribe, room.composer)
}

export function useConnection(client: LiveClient): LiveStatus {
  return useSyncExternalStore(client.onStatusChange, client.status)
}
