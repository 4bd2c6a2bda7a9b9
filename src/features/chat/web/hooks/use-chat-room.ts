// Hooks of the chat room for its components.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import type { ChatLog } from '../../chat-reducer.ts'
import { createChatRoom, type ChatRoom, type Composer } from '../data/chat-room.ts'

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
