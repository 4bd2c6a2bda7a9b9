// Optimistic likes: a press shows at once, one request runs at a time, and the last press wins; with their hook.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onJoin, type LiveClient } from '#shared/live/live-client.ts'
import { call } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { type ChatMessage, chatCalls, chatServerMessages } from '../../contract.ts'
import type { ChatRoom } from './chat-room-interface.ts'

export interface OptimisticLikesState {
  /** The messages that the member likes, as confirmed by the server. */
  readonly liked: ReadonlySet<number>
  /** By message: the state the member wants, and the count shown when it was pressed. */
  readonly pendingLikes: ReadonlyMap<number, { readonly liked: boolean; readonly baseCount: number }>
}

export interface OptimisticLikes {
  /** The same object as long as nothing changes. */
  state(): OptimisticLikesState
  subscribe(listener: () => void): () => void
  /**
   * Starts a reading of the server's likes. The returned function replaces the known likes with them, except for
   * messages whose like the member or the server has changed since.
   */
  startReading(): (liked: readonly number[]) => void
  /**
   * Applies a like state that the server sent, also for a press in another tab (CHAT-32). An event older than the
   * known version changes nothing; a late event of an earlier press is one.
   */
  confirm(messageId: number, liked: boolean, version: number): void
  /** Toggles the like (CHAT-25). */
  toggle(message: ChatMessage): void
}

export interface OptimisticLikesOptions {
  /** Sends a like or unlike; both are idempotent, and a response without a version means no change. */
  sendLike: (messageId: number, liked: boolean) => Promise<{ likes: number; version?: number | undefined }>
  /**
   * Applies the count of a response, unless the room has sent another count than `baseCount` meanwhile. The room's counts
   * arrive in order, so a newer one wins. Returns the current count.
   */
  resolveCount: (messageId: number, likes: number, baseCount: number) => number
}

/** The state of a message's like button. */
export function selectOptimisticLike(
  { liked, pendingLikes }: OptimisticLikesState,
  { id, likes = 0 }: ChatMessage,
) {
  const isLiked = liked.has(id)
  const pending = pendingLikes.get(id)
  if (!pending) return { isLiked, likes }
  return { isLiked: pending.liked, likes: pending.baseCount + Number(pending.liked) - Number(isLiked) }
}

/** Creates the likes of a member before any like is known. */
export function createOptimisticLikes({ sendLike, resolveCount }: OptimisticLikesOptions): OptimisticLikes {
  let state: OptimisticLikesState = { liked: new Set(), pendingLikes: new Map() }
  /** By message: the newest version. */
  const versions = new Map<number, number>()
  /** By message: states that the server sent while a request was in flight. */
  const confirmed = new Map<number, boolean>()
  const listeners = new Set<() => void>()
  const readings = createReadings()
  const updateState = (change: Partial<OptimisticLikesState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const withPending = (id: number, liked: boolean, baseCount: number) =>
    new Map(state.pendingLikes).set(id, { liked, baseCount })
  const syncLike = async (id: number): Promise<void> => {
    const pending = state.pendingLikes.get(id)
    if (!pending || pending.liked === state.liked.has(id)) {
      updateState({ pendingLikes: new Map([...state.pendingLikes].filter(([other]) => other !== id)) })
      return
    }
    confirmed.delete(id)
    try {
      const { likes, version } = await sendLike(id, pending.liked)
      readings.markChanged(id)
      if (version !== undefined && advanceVersion(versions, id, version)) confirmed.delete(id)
      const isLiked = confirmed.get(id) ?? pending.liked
      // When another tab acted last, this response is the older one.
      const baseCount = resolveCount(
        id,
        isLiked === pending.liked ? likes : pending.baseCount,
        pending.baseCount,
      )
      const desired = state.pendingLikes.get(id)?.liked ?? pending.liked
      const next = desired === pending.liked ? isLiked : desired
      updateState({
        liked: withLike(state.liked, id, isLiked),
        pendingLikes: withPending(id, next, baseCount),
      })
    } catch (error) {
      logFailure('A like could not be saved.', error)
      // A failed press returns to the state before it (CHAT-12).
      const isLiked = confirmed.get(id) ?? state.liked.has(id)
      updateState({
        liked: withLike(state.liked, id, isLiked),
        pendingLikes: withPending(id, isLiked, pending.baseCount),
      })
    }
    return syncLike(id)
  }
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    startReading: () => {
      const endReading = readings.start(state.pendingLikes.keys())
      return (liked) => updateState({ liked: endReading(liked, state.liked) })
    },
    confirm: (id, liked, version) => {
      if (!advanceVersion(versions, id, version)) return
      readings.markChanged(id)
      if (state.pendingLikes.has(id)) confirmed.set(id, liked)
      else updateState({ liked: withLike(state.liked, id, liked) })
    },
    toggle: (message) => {
      const { id, likes = 0 } = message
      readings.markChanged(id)
      const running = state.pendingLikes.get(id)
      updateState({
        pendingLikes: withPending(
          id,
          !selectOptimisticLike(state, message).isLiked,
          running?.baseCount ?? likes,
        ),
      })
      if (!running) void syncLike(id)
    },
  }
}

/** Readings of the server's list, and which messages changed since the latest of them started. */
function createReadings() {
  let latest = new Set<number>()
  return {
    markChanged: (id: number) => void latest.add(id),
    /** Starts a reading; `pendingIds` are newer than what it returns. The result merges the list with what is known. */
    start: (pendingIds: Iterable<number>) => {
      const changed = new Set(pendingIds)
      latest = changed
      return (list: readonly number[], known: ReadonlySet<number>): ReadonlySet<number> => {
        // A later reading knows more.
        if (changed !== latest) return known
        const newer = [...known].filter((id) => changed.has(id))
        return new Set([...list.filter((id) => !changed.has(id)), ...newer])
      }
    },
  }
}

/** Records a version; false when the same or a newer one is known. */
function advanceVersion(versions: Map<number, number>, id: number, version: number): boolean {
  if (version <= (versions.get(id) ?? 0)) return false
  versions.set(id, version)
  return true
}

function withLike(liked: ReadonlySet<number>, id: number, isLiked: boolean): ReadonlySet<number> {
  const changed = new Set(liked)
  if (isLiked) changed.add(id)
  else changed.delete(id)
  return changed
}

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
  useEffect(() => {
    if (!canRead) return
    // Not a query of the cache, which would join a reading that began before the connection was lost.
    const read = async () => {
      const endReading = likes.startReading()
      try {
        const { likedMessages } = await call(chatCalls.likedMessages, {
          params: { userId: String(memberId) },
        })
        endReading(likedMessages)
      } catch (error) {
        logFailure('The liked messages could not be read.', error)
      }
    }
    void read()
    return onJoin(client, () => void read())
  }, [client, likes, memberId, canRead])
  return [useSyncExternalStore(likes.subscribe, likes.state), likes.toggle]
}
