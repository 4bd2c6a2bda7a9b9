// Optimistic likes: a press shows at once, one request runs at a time, and the last press wins.
import { logFailure } from '#web/log.ts'
import type { ChatMessage } from '../contract.ts'

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
  /** Sets the likes that the server knows; later presses stay. */
  loadLiked(liked: readonly number[]): void
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
  /** By message: the newest version, 0 before the first. Such a state is newer than the list passed to `loadLiked`. */
  const versions = new Map<number, number>()
  /** By message: states that the server sent while a request was in flight. */
  const confirmed = new Map<number, boolean>()
  const listeners = new Set<() => void>()
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
    loadLiked: (liked) => {
      const unpressed = liked.filter((id) => !versions.has(id))
      updateState({ liked: new Set([...unpressed, ...state.liked]) })
    },
    confirm: (id, liked, version) => {
      if (!advanceVersion(versions, id, version)) return
      if (state.pendingLikes.has(id)) confirmed.set(id, liked)
      else updateState({ liked: withLike(state.liked, id, liked) })
    },
    toggle: (message) => {
      const { id, likes = 0 } = message
      if (!versions.has(id)) versions.set(id, 0)
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
