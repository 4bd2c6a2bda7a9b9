// What every dialog is: modal, over a page that is held still, with the focus led into it and back.
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useScrollLock } from './scroll-lock.ts'

export interface DialogFrameProps {
  open: boolean
  /** Called with false by Escape, by what is inside a DialogClose, and by a press beside the dialog. */
  onOpenChange: (open: boolean) => void
  /** It interrupts with something that has to be read: announced at once, as an alert dialog. */
  urgent?: boolean
  /** Takes the focus on opening instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Gets the focus back when what had it before is gone (a closed menu's item, say). */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  className: string
  /** Holds a DialogTitle. Mounted while the dialog is open only. */
  children: ReactNode
}

/** Its name; a heading. */
export const DialogTitle = Radix.Title

/** One sentence that is read out after its name. */
export const DialogDescription = Radix.Description

/** `asChild` around the button that closes it. */
export const DialogClose = Radix.Close

/** A panel of any look over the page; `Dialog` is the usual one. */
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
          onEscapeKeyDown={preventCloseWhileSearching}
          onKeyDown={(event) => closeOnEscape(event, props.onOpenChange)}
          role={props.urgent ? 'alertdialog' : 'dialog'}
          className={`fixed z-50 focus:outline-none ${props.className}`}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Escape in a search that holds something empties that first. */
function preventCloseWhileSearching(event: globalThis.KeyboardEvent): void {
  const { target } = event
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '')
    event.preventDefault()
}

/**
 * Radix tells only the layer that opened last of Escape, and a toast is one: what it leaves is for the dialog (SHELL-24).
 * A dialog above this one has prevented the default.
 */
function closeOnEscape(event: KeyboardEvent, onOpenChange: DialogFrameProps['onOpenChange']): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  preventCloseWhileSearching(event.nativeEvent)
  if (event.nativeEvent.defaultPrevented) return
  event.preventDefault()
  onOpenChange(false)
}

/** Radix gives the focus back to its own trigger only; these dialogs are opened from anywhere. */
function useDialogFocus(initial: DialogFrameProps['initialFocus'], back: DialogFrameProps['returnFocusTo']) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement
      if (!initial?.current) return
      event.preventDefault()
      initial.current.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const from = before.current
      const target =
        from instanceof HTMLElement && from.isConnected && from !== document.body ? from : back?.current
      target?.focus()
    },
  }
}
