// The chat as React sees it: one room per channel and day, and slices of it that render only what changed.
import { useEffect, useMemo, useSyncExternalStore, type ComponentType } from 'react'
import type { LiveStatus, LiveClient } from '#features/live/live-client.ts'
import type { ChatLog } from '../chat-reducer.ts'
import { createChatRoom, type ChatRoom, type Composer } from './chat-room.ts'

/** The one who writes, as their messages show them while they are on their way. */
export interface ChatMember {
  id: number
  name: string
  profilePicture: string | null
}

/** Brings the dialog that bans a person; it is another feature's, and the app passes it in. */
export type LoadBanDialog = () => Promise<
  ComponentType<{ open: boolean; onClose: () => void; person: { id: number; name: string } }>
>

/** The member's chat of the day; listens while the component is there. */
export function useChatRoom(line: LiveClient, day: string): ChatRoom {
  const room = useMemo(() => createChatRoom({ line, day }), [line, day])
  useEffect(() => room.start(), [room])
  return room
}

export function useChatLog(room: ChatRoom): ChatLog {
  return useSyncExternalStore(room.subscribe, room.log)
}

export function useComposer(room: ChatRoom): Composer {
  return useSyncExternalStore(room.subscribe, room.composer)
}

export function useConnection(line: LiveClient): LiveStatus {
  return useSyncExternalStore(line.onConnection, line.connection)
}
