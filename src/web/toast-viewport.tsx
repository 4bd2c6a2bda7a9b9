// The toast region: one toast at a time, on the top bar, where it covers nothing of the room. On /auth it lies over the
// picture. It is swiped away to the right, focused with F8, and announced once. [SHELL-20]
import { CircleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { toastDurationMs, toastHotkey, toastSwipeThresholdPx } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { isComposing } from './is-composing.ts'
import type { ToastRecord, ToastStore } from './toast-store.ts'
import { IconButton } from './ui/button.tsx'
import './toast-viewport.css'

type Region = RefObject<HTMLOListElement | null>

const hotkeys = [toastHotkey]

/** Delay before the timer checks again whether a toast is still being read. */
const recheckMs = 1_000

/** `focusAtOnce` if pressing its key loaded the region. */
export function ToastViewport({ store, focusAtOnce }: { store: ToastStore; focusAtOnce: boolean }) {
  const records = useSyncExternalStore(store.subscribe, store.records)
  const region: Region = useRef(null)
  const returnFocus = useFocusReturn(region)

  useEffect(() => {
    if (focusAtOnce) region.current?.focus()
  }, [focusAtOnce])

  const close = (id: number) => {
    returnFocus()
    store.close(id)
  }
  return (
    // Radix dismisses a swipe longer than its threshold, but 50 px itself has to count.
    <Toast.Provider
      duration={Infinity}
      swipeDirection="right"
      swipeThreshold={toastSwipeThresholdPx - 1}
      label={t('Notification:')}
    >
      {records.map((record) => (
        <ToastPanel key={record.id} record={record} region={region} onClose={() => close(record.id)} />
      ))}
      {/* Radix announces the text through its own region. Without `aria-live` here it would hide this one while
          a dialog is open; "off" keeps it readable and silent. */}
      <Toast.Viewport
        ref={region}
        hotkey={hotkeys}
        label={t('Notifications ({key})', { key: toastHotkey })}
        data-empty={t('No notifications')}
        aria-live="off"
        className="toasts pointer-events-none rounded-panel text-small text-ink-2 empty:focus-visible:border empty:focus-visible:border-line empty:focus-visible:bg-surface empty:focus-visible:px-5 empty:focus-visible:py-3 empty:focus-visible:before:content-[attr(data-empty)]"
      />
    </Toast.Provider>
  )
}

const dialogs = '[role=dialog], [role=alertdialog]'

type PanelProps = { record: ToastRecord; region: Region; onClose: () => void }

function ToastPanel({ record, region, onClose }: PanelProps) {
  useAutoClose(record.open, region, onClose)
  // Radix requests the close right after it reports the key (SHELL-24).
  const isEscapeForDialog = useRef(false)
  const failed = record.variant === 'destructive'
  return (
    <Toast.Root
      open={record.open}
      onEscapeKeyDown={(event) => {
        if (isComposing(event)) {
          event.preventDefault()
          return
        }
        isEscapeForDialog.current = document.activeElement?.closest(dialogs) != null
        queueMicrotask(() => {
          isEscapeForDialog.current = false
        })
      }}
      onOpenChange={(open) => {
        if (!open && !isEscapeForDialog.current) onClose()
      }}
      type={failed ? 'foreground' : 'background'}
      className="toast pointer-events-auto flex items-start gap-3 rounded-panel border border-line bg-surface shadow-media py-1 pe-1 ps-5 text-ink"
    >
      {failed && <CircleAlert aria-hidden className="mt-3 size-5 flex-none text-danger" strokeWidth={1.8} />}
      <div className="min-w-0 flex-1 py-2.5 leading-normal wrap-anywhere">
        <Toast.Title className={failed ? 'font-bold text-danger' : 'font-bold'}>{record.title}</Toast.Title>{' '}
        {/* the space separates the two where they are read out as one text */}
        {record.description !== null && <Toast.Description>{record.description}</Toast.Description>}
      </div>
      <Toast.Close asChild>
        <IconButton label={t('Close notification')} variant="subtle">
          <X aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </Toast.Close>
    </Toast.Root>
  )
}

/**
 * Closes an open toast `toastDurationMs` after it appeared. It waits longer while the pointer or the focus is on
 * the toast, or another tab is in front. Radix's own timer isn't used: after a toast closes under the pointer that
 * timer stays paused, and the next toast never closes. [SHELL-19]
 */
function useAutoClose(open: boolean, region: Region, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!open) return
    const checkAfter = (ms: number) =>
      setTimeout(() => {
        if (isInteracting(region.current)) timer = checkAfter(recheckMs)
        else close.current()
      }, ms)
    let timer = checkAfter(toastDurationMs)
    return () => clearTimeout(timer)
  }, [open, region])
}

function isInteracting(region: HTMLElement | null): boolean {
  if (document.hidden || !region) return document.hidden
  // After a touch, `:hover` stays on the last touched element.
  const isHovered = window.matchMedia('(hover: hover)').matches && region.matches(':hover')
  return isHovered || region.contains(document.activeElement)
}

/**
 * Remembers where the focus was before it entered the region. The returned function restores it if it's still
 * inside.
 */
function useFocusReturn(region: Region): () => void {
  const previousFocus = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const list = region.current
    const onFocusIn = (event: FocusEvent) => {
      const previous = event.relatedTarget
      if (previous instanceof HTMLElement && !list?.contains(previous)) previousFocus.current = previous
    }
    list?.addEventListener('focusin', onFocusIn)
    return () => list?.removeEventListener('focusin', onFocusIn)
  }, [region])
  return () => {
    if (region.current?.contains(document.activeElement)) previousFocus.current?.focus()
  }
}
