// Update banner at the foot of the page: a new version is ready, or a part is missing. Reloads only on request.
import { useSyncExternalStore } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { isOverlayOpen, canPrompt } from './prompt-timing.ts'

/** `newer` waits for a suitable moment; `missing` reacts to a press. */
export type ReloadReason = 'newer' | 'missing'

export interface ReloadPromptStore {
  now(): ReloadReason | null
  request(reason: ReloadReason): void
  /** Hides the banner; a newer version is announced again after a while. */
  snooze(): void
  subscribe(listener: () => void): () => void
}

/** How long 'Later' hides the banner. */
const snoozeMs = 4 * 60 * 60_000

/** How often the banner checks whether it may appear. */
const recheckMs = 1_000

const noticeTexts: Record<ReloadReason, string> = {
  newer: t('A new version is ready'),
  missing: t('Part of this page didn’t load; a new version may be available'),
}

export function createReloadPromptStore(): ReloadPromptStore {
  let reason: ReloadReason | null = null
  const listeners = new Set<() => void>()
  const set = (next: ReloadReason | null) => {
    reason = next
    for (const listener of listeners) listener()
  }
  let isNewer = false
  let isSnoozed = false
  return {
    now: () => reason,
    request: (next) => {
      if (next === 'newer') isNewer = true
      if (next === 'missing' || (reason === null && !isSnoozed)) set(next)
    },
    snooze: () => {
      // Also applies to a newer version reported before, or while a part was missing.
      if (isNewer && !isSnoozed) {
        isSnoozed = true
        setTimeout(() => {
          isSnoozed = false
          set(reason ?? 'newer')
        }, snoozeMs)
      }
      set(null)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Mounted once, beside the screens. */
export function UpdateBanner({ store, reload }: { store: ReloadPromptStore; reload: () => void }) {
  const reason = useSyncExternalStore(store.subscribe, store.now)
  const canShow = useSyncExternalStore(
    reason === null ? subscribeNever : subscribeInterval,
    reason === 'missing' ? hasNoOverlay : canPrompt,
  )
  return (
    // The live region is mounted before its text, so that screen readers announce it.
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 grid justify-items-center"
    >
      {canShow && reason && (
        <div className="motion-fade pointer-events-auto flex flex-wrap items-center justify-center gap-x-4 rounded-media border border-line bg-surface shadow-media py-2 pe-2 ps-5 text-small">
          <p className="flex-auto py-1">{noticeTexts[reason]}</p>
          <div className="flex gap-1">
            <Button onClick={reload}>{t('Reload')}</Button>
            <Button variant="subtle" onClick={store.snooze}>
              {t('Later')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

const hasNoOverlay = () => !isOverlayOpen()

function subscribeNever(): () => void {
  return () => undefined
}

function subscribeInterval(listener: () => void): () => void {
  const timer = setInterval(listener, recheckMs)
  return () => clearInterval(timer)
}
