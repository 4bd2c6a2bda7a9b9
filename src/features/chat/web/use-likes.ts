// React hooks of likes: the two calls, and the member's earlier likes, loaded after the initial messages.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { LiveClient } from '#features/live/live-client.ts'
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { chatCalls, chatServerMessages } from '../contract.ts'
import { createOptimisticLikes, type OptimisticLikes, type OptimisticLikesState } from './optimistic-likes.ts'
import type { ChatRoom } from './chat-room.ts'

/** The likes of one member in one room and the press handler; stable while member and room are. */
export function useOptimisticLikes(
  client: LiveClient,
  room: ChatRoom,
  { memberId, canRead }: { memberId: number; canRead: boolean },
): [OptimisticLikesState, OptimisticLikes['toggle']] {
  const { mutateAsync: like } = useCallMutation(chatCalls.like)
  const { mutateAsync: unlike } = useCallMutation(chatCalls.unlike)
  const likes = useMemo(
    () =>
      createOptimisticLikes({
        sendLike: (id, liked) => (liked ? like : unlike)({ params: { id: String(id) } }),
        resolveCount: (messageId, count, baseCount) => {
          const message = room.log().messages.find(({ id }) => id === messageId)
          const shownCount = message?.likes ?? 0
          if (shownCount !== baseCount) return shownCount
          room.dispatch({ type: 'likes', messageId, likes: count })
          return count
        },
      }),
    [room, like, unlike],
  )
  useEffect(
    () =>
      client.onMessage(chatServerMessages, (message) => {
        if (message.type === 'own-like') likes.confirm(message.messageId, message.liked, message.version)
      }),
    [client, likes],
  )
  const { data, error } = useCall(
    chatCalls.likedMessages,
    { params: { userId: String(memberId) } },
    { enabled: canRead, uncached: true },
  )
  useEffect(() => {
    if (data) likes.loadLiked(data.likedMessages)
    if (error) logFailure('The liked messages could not be read.', error)
  }, [likes, data, error])
  return [useSyncExternalStore(likes.subscribe, likes.state), likes.toggle]
}
