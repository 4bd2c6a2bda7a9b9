// Hooks of the chat room for its components.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'
import type { ChatLog } from '../../chat-reducer.ts'
import type { Reader } from '../../rules.ts'
import type { ChatRoom, Composer } from '../data/chat-room-interface.ts'
import { createChatRoom } from '../data/chat-room.ts'

/** The member's chat of the day; listens while the component is mounted. */
export function useChatRoom(client: LiveClient, day: string, reader: Reader): ChatRoom {
  const current = useRef(reader)
  useEffect(() => void (current.current = reader))
  const room = useMemo(() => createChatRoom({ client, day, reader: () => current.current }), [client, day])
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

export function useSlowSeconds(room: ChatRoom): number {
  return useSyncExternalStore(room.subscribe, room.slowSeconds)
}
