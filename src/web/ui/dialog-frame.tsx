// The base of every dialog: modal, with scroll lock, focus trap and focus restore.
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useLayoutEffect } from 'react'
import { isComposing } from '../is-composing.ts'

export interface DialogFrameProps {
  open: boolean
  /** Called with false by Escape, by a DialogClose, and by a press outside the dialog. */
  onOpenChange: (open: boolean) => void
  /** Announced at once, as an alert dialog. */
  urgent?: boolean
  /** Takes the focus on opening instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Gets the focus back when the previously focused element is gone (a closed menu's item, for example). */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  className: string
  /** Must contain a DialogTitle. Mounted only while the dialog is open. */
  children: ReactNode
}

/** The dialog's accessible name; a heading. */
export const DialogTitle = Radix.Title

/** One sentence that screen readers read after the title. */
export const DialogDescription = Radix.Description

/** `asChild` around the button that closes the dialog. */
export const DialogClose = Radix.Close

/** A modal panel without its own styles; `Dialog` is the usual one. */
export function DialogFrame(props: DialogFrameProps) {
  useScrollLock(props.open)
  const focus = useDialogFocus(props.initialFocus, props.returnFocusTo)
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        {/* Not Radix's overlay: that one locks the page with a style element. */}
        <div
          data-state={props.open ? 'open' : 'closed'}
          className="motion-fade fixed inset-0 z-50 bg-scrim"
        />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={keepOpenWhileTyping}
          onKeyDown={(event) => closeOnEscape(event, props.onOpenChange)}
          role={props.urgent ? 'alertdialog' : 'dialog'}
          aria-modal={props.urgent || undefined}
          className={`fixed z-50 focus:outline-none ${props.className}`}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Escape first cancels the composition of an input method, and clears a search field with text. */
function keepOpenWhileTyping(event: globalThis.KeyboardEvent): void {
  const { target } = event
  const isSearching = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  if (isSearching || isComposing(event)) event.preventDefault()
}

/**
 * Radix reports Escape only to the layer that opened last, and a toast is one. The dialog handles the Escape that a
 * toast leaves (SHELL-24). A dialog above this one has prevented the default.
 */
function closeOnEscape(event: KeyboardEvent, onOpenChange: DialogFrameProps['onOpenChange']): void {
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
  keepOpenWhileTyping(event.nativeEvent)
  if (event.nativeEvent.defaultPrevented) return
  event.preventDefault()
  onOpenChange(false)
}

/** Radix restores the focus to its own trigger only; these dialogs are opened from anywhere. */
function useDialogFocus(
  initial: DialogFrameProps['initialFocus'],
  fallback: DialogFrameProps['returnFocusTo'],
) {
  const previousFocus = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = document.activeElement
      if (!initial?.current) return
      event.preventDefault()
      // As Radix does: a dialog opens at its top, whatever has the focus.
      initial.current.focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const previous = previousFocus.current
      const target =
        previous instanceof HTMLElement && previous.isConnected && previous !== document.body
          ? previous
          : fallback?.current
      target?.focus()
    },
  }
}

let locks = 0

/**
 * While `locked`, the page can't scroll; a gutter of the same width replaces its scrollbar. No style element, which the
 * CSP forbids.
 */
function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const page = document.documentElement
    if (locks === 0) {
      page.style.setProperty('--scrollbar-width', `${window.innerWidth - page.clientWidth}px`)
      page.dataset.scrollLock = ''
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      delete page.dataset.scrollLock
      page.style.removeProperty('--scrollbar-width')
    }
  }, [locked])
}
