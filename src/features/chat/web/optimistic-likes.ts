// Optimistic likes: a press shows at once, one request runs at a time, and the last press wins.
import { logFailure } from '#web/log.ts'
import type { ChatMessage } from '../contract.ts'

export interface OptimisticLikesState {
  /** The messages that the member likes, as confirmed by the server. */
  readonly liked: ReadonlySet<number>
  /** By message: the state the member wants, and the count shown when it was pressed. */
  readonly pendingLikes: ReadonlyMap<number, { readonly liked: boolean; readonly at: number }>
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
  /** Sends a like or unlike; both are idempotent, and an answer without a version means no change. */
  sendLike: (messageId: number, liked: boolean) => Promise<{ likes: number; version?: number | undefined }>
  /**
   * Applies the count of an answer, unless the room has sent another count than `at` meanwhile. The room's counts
   * arrive in order, so a newer one wins. Returns the current count.
   */
  resolveCount: (messageId: number, likes: number, at: number) => number
}

/** The state of a message's heart. */
export function selectOptimisticLike(
  { liked, pendingLikes }: OptimisticLikesState,
  { id, likes = 0 }: ChatMessage,
) {
  const isLiked = liked.has(id)
  const wish = pendingLikes.get(id)
  if (!wish) return { isLiked, likes }
  return { isLiked: wish.liked, likes: wish.at + Number(wish.liked) - Number(isLiked) }
}

/** Creates the likes of a member before any like is known. */
export function createOptimisticLikes({ sendLike, resolveCount }: OptimisticLikesOptions): OptimisticLikes {
  let state: OptimisticLikesState = { liked: new Set(), pendingLikes: new Map() }
  /** By message: the newest version, 0 before the first. Such a state is newer than the list passed to `know`. */
  const versions = new Map<number, number>()
  /** By message: states that the server sent while a request was in flight. */
  const confirmed = new Map<number, boolean>()
  const listeners = new Set<() => void>()
  const become = (change: Partial<OptimisticLikesState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const wishesWith = (id: number, liked: boolean, at: number) =>
    new Map(state.pendingLikes).set(id, { liked, at })
  const fulfil = async (id: number): Promise<void> => {
    const wish = state.pendingLikes.get(id)
    if (!wish || wish.liked === state.liked.has(id)) {
      become({ pendingLikes: new Map([...state.pendingLikes].filter(([other]) => other !== id)) })
      return
    }
    confirmed.delete(id)
    try {
      const { likes, version } = await sendLike(id, wish.liked)
      if (version !== undefined && advanceVersion(versions, id, version)) confirmed.delete(id)
      const isLiked = confirmed.get(id) ?? wish.liked
      // When another tab acted last, this answer is the older one.
      const at = resolveCount(id, isLiked === wish.liked ? likes : wish.at, wish.at)
      const wanted = state.pendingLikes.get(id)?.liked ?? wish.liked
      const next = wanted === wish.liked ? isLiked : wanted
      become({ liked: withLike(state.liked, id, isLiked), pendingLikes: wishesWith(id, next, at) })
    } catch (error) {
      logFailure('A like was not taken.', error)
      // A failed press returns to the state before it (CHAT-12).
      const isLiked = confirmed.get(id) ?? state.liked.has(id)
      become({ liked: withLike(state.liked, id, isLiked), pendingLikes: wishesWith(id, isLiked, wish.at) })
    }
    return fulfil(id)
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
      const known = liked.filter((id) => !versions.has(id))
      become({ liked: new Set([...known, ...state.liked]) })
    },
    confirm: (id, liked, version) => {
      if (!advanceVersion(versions, id, version)) return
      if (state.pendingLikes.has(id)) confirmed.set(id, liked)
      else become({ liked: withLike(state.liked, id, liked) })
    },
    toggle: (message) => {
      const { id, likes = 0 } = message
      if (!versions.has(id)) versions.set(id, 0)
      const running = state.pendingLikes.get(id)
      become({
        pendingLikes: wishesWith(id, !selectOptimisticLike(state, message).isLiked, running?.at ?? likes),
      })
      if (!running) void fulfil(id)
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
