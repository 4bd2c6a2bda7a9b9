// The hearts of one member: shown as pressed at once, asked for one at a time, and the last wish is what stays.
import { logFailure } from '#web/log.ts'
import type { ChatMessage } from '../contract.ts'

export interface OptimisticLikesState {
  /** The ids of the messages that the member likes, as the server has confirmed. */
  readonly liked: ReadonlySet<number>
  /** By message: what the member wants, and the count that it was wanted at. */
  readonly wishes: ReadonlyMap<number, { readonly liked: boolean; readonly at: number }>
}

export interface OptimisticLikes {
  /** The same object as long as nothing changes. */
  state(): OptimisticLikesState
  subscribe(listener: () => void): () => void
  /** Takes what the server knows; what was pressed since stays. */
  know(liked: readonly number[]): void
  /**
   * Takes whether the member likes a message as the server has sent it, also of another tab's press (CHAT-32). An event
   * that is older than what is known, such as the late one of an earlier press here, changes nothing.
   */
  confirm(messageId: number, liked: boolean, version: number): void
  /** Likes, or takes the like back (CHAT-25). */
  press(message: ChatMessage): void
}

export interface OptimisticLikesOptions {
  /** Likes or un-likes; repeating either changes nothing, and answers without a version. */
  ask: (messageId: number, liked: boolean) => Promise<{ likes: number; version?: number | undefined }>
  /**
   * Takes the count of an answer, unless the room has told another than `at` meanwhile: what it tells comes in
   * order, and a newer answer than this follows. Answers with the count that holds now.
   */
  told: (messageId: number, likes: number, at: number) => number
}

/** What a message's heart shows. */
export function selectOptimisticLike(
  { liked, wishes }: OptimisticLikesState,
  { id, likes = 0 }: ChatMessage,
) {
  const isLiked = liked.has(id)
  const wish = wishes.get(id)
  if (!wish) return { isLiked, likes }
  return { isLiked: wish.liked, likes: wish.at + Number(wish.liked) - Number(isLiked) }
}

/** The likes of a member who is not known to like anything yet. */
export function createOptimisticLikes({ ask, told }: OptimisticLikesOptions): OptimisticLikes {
  let state: OptimisticLikesState = { liked: new Set(), wishes: new Map() }
  /** By message: the newest version, 0 before the first. What it has is newer than the list that `know` brings. */
  const versions = new Map<number, number>()
  /** By message: what the server has sent while a press was under way. */
  const confirmed = new Map<number, boolean>()
  const listeners = new Set<() => void>()
  const become = (change: Partial<OptimisticLikesState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const wishesWith = (id: number, liked: boolean, at: number) => new Map(state.wishes).set(id, { liked, at })
  const fulfil = async (id: number): Promise<void> => {
    const wish = state.wishes.get(id)
    if (!wish || wish.liked === state.liked.has(id)) {
      become({ wishes: new Map([...state.wishes].filter(([other]) => other !== id)) })
      return
    }
    confirmed.delete(id)
    try {
      const { likes, version } = await ask(id, wish.liked)
      if (version !== undefined && advanceVersion(versions, id, version)) confirmed.delete(id)
      const isLiked = confirmed.get(id) ?? wish.liked
      // Where another tab had the last word the answer is the older one.
      const at = told(id, isLiked === wish.liked ? likes : wish.at, wish.at)
      const wanted = state.wishes.get(id)?.liked ?? wish.liked
      const next = wanted === wish.liked ? isLiked : wanted
      become({ liked: withLike(state.liked, id, isLiked), wishes: wishesWith(id, next, at) })
    } catch (error) {
      logFailure('A like was not taken.', error)
      // What was pressed returns to its state before (CHAT-12).
      const isLiked = confirmed.get(id) ?? state.liked.has(id)
      become({ liked: withLike(state.liked, id, isLiked), wishes: wishesWith(id, isLiked, wish.at) })
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
    know: (liked) => {
      const known = liked.filter((id) => !versions.has(id))
      become({ liked: new Set([...known, ...state.liked]) })
    },
    confirm: (id, liked, version) => {
      if (!advanceVersion(versions, id, version)) return
      if (state.wishes.has(id)) confirmed.set(id, liked)
      else become({ liked: withLike(state.liked, id, liked) })
    },
    press: (message) => {
      const { id, likes = 0 } = message
      if (!versions.has(id)) versions.set(id, 0)
      const running = state.wishes.get(id)
      become({ wishes: wishesWith(id, !selectOptimisticLike(state, message).isLiked, running?.at ?? likes) })
      if (!running) void fulfil(id)
    },
  }
}

/** Remembers a version; false when one as new was known before. */
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
