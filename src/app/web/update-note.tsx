// A quiet line at the foot of the page: a new version is ready, or a part of this one is gone. It reloads nothing by itself.
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { isCovered, isGoodMoment } from './good-moment.ts'

/** `newer` can wait for its moment; `missing` answers a press. */
export type Wish = 'newer' | 'missing'

export interface Wishes {
  now(): Wish | null
  make(wish: Wish): void
  /** Not now. A newer version speaks up again after a while. */
  putOff(): void
  subscribe(listener: () => void): () => void
}

/** After 'Later'. */
const putOffMs = 4 * 60 * 60_000

/** How often it is looked whether the moment is good. */
const lookMs = 1_000

const words: Record<Wish, string> = {
  newer: 'A new version is ready',
  missing: 'A part of this page didn’t come; it may have moved to a new version',
}

export function createWishes(): Wishes {
  let wish: Wish | null = null
  const listeners = new Set<() => void>()
  const set = (next: Wish | null) => {
    wish = next
    for (const listener of listeners) listener()
  }
  let isNewer = false
  let isPutOff = false
  return {
    now: () => wish,
    make: (next) => {
      if (next === 'newer') isNewer = true
      if (next === 'missing' || (wish === null && !isPutOff)) set(next)
    },
    putOff: () => {
      // Also one that was told of while a part was missing, or before.
      if (isNewer && !isPutOff) {
        isPutOff = true
        setTimeout(() => {
          isPutOff = false
          set(wish ?? 'newer')
        }, putOffMs)
      }
      set(null)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Stands once beside the screens. */
export function UpdateNote({ wishes, reload }: { wishes: Wishes; reload: () => void }) {
  const wish = useSyncExternalStore(wishes.subscribe, wishes.now)
  const isMoment = useSyncExternalStore(
    wish === null ? neverAsks : asksOften,
    wish === 'missing' ? isUncovered : isGoodMoment,
  )
  return (
    // The region stands before its words do, so that they are read out when they come.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 grid justify-items-center"
    >
      {isMoment && wish && (
        <div className="motion-fade pointer-events-auto flex flex-wrap items-center justify-center gap-x-4 rounded-media border border-line-strong bg-surface py-2 pr-2 pl-5 text-small">
          <p className="flex-auto py-1">{words[wish]}</p>
          <div className="flex gap-1">
            <Button onClick={reload}>Reload</Button>
            <Button variant="quiet" onClick={wishes.putOff}>
              Later
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const isUncovered = () => !isCovered()

function neverAsks(): () => void {
  return () => undefined
}

function asksOften(listener: () => void): () => void {
  const timer = setInterval(listener, lookMs)
  return () => clearInterval(timer)
}
