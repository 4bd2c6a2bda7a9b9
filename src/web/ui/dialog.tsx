// A dialog: a panel in the middle of the screen, on a phone a sheet from below.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useScrollLock } from './scroll-lock.ts'

type DialogProps = {
  open: boolean
  /** Called with false by Escape, the close button and a press beside the dialog. */
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** sm 26 rem, md 34 rem, lg 48 rem. */
  size?: 'sm' | 'md' | 'lg'
  /** It interrupts with something that has to be read: announced at once, as an alert dialog. */
  urgent?: boolean
  children?: ReactNode
  /** Buttons that stay in sight below what scrolls; the main one last. */
  footer?: ReactNode
  /** Takes the focus on opening instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus back when what had it before is gone (a closed menu's item, say). */
  returnFocusTo?: RefObject<HTMLElement | null>
}

const widths = { sm: 'sm:max-w-[26rem]', md: 'sm:max-w-[34rem]', lg: 'sm:max-w-[48rem]' }

// The panel itself scrolls, not its middle: so the keyboard can scroll it from the close button.
const panelLook =
  'fixed inset-x-0 bottom-0 z-50 m-auto max-h-[92dvh] w-full scroll-py-24 overflow-y-auto overscroll-contain rounded-t-media border border-line bg-surface focus:outline-none sm:top-0 sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-2rem)] sm:rounded-media'

/** Modal. Its children are mounted while it is open only. */
export function Dialog(props: DialogProps) {
  useScrollLock(props.open)
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        {/* Not Radix's overlay: that one locks the page with a style element. */}
        <div
          data-state={props.open ? 'open' : 'closed'}
          className="motion-fade fixed inset-0 z-50 bg-scrim"
        />
        <DialogPanel {...props} />
      </Radix.Portal>
    </Radix.Root>
  )
}

function DialogPanel({
  title,
  description,
  size = 'md',
  urgent = false,
  children,
  footer,
  initialFocus,
  returnFocusTo,
}: DialogProps) {
  const focus = useFocusJourney(initialFocus, returnFocusTo)
  return (
    <Radix.Content
      {...focus}
      role={urgent ? 'alertdialog' : 'dialog'}
      className={`motion-dialog ${panelLook} ${widths[size]}`}
    >
      <div className="sticky top-0 z-1 flex items-start gap-4 bg-surface pt-5 pr-4 pb-2 pl-5 sm:pt-6 sm:pr-5 sm:pl-7">
        <div className="grid min-w-0 flex-1 gap-2 pt-1">
          <Radix.Title className="serif text-title">{title}</Radix.Title>
          {description != null && <Radix.Description className="text-ink-2">{description}</Radix.Description>}
        </div>
        <Radix.Close asChild>
          <IconButton label="Close" variant="quiet">
            <X aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </Radix.Close>
      </div>
      <div className="px-5 pt-2 pb-6 sm:px-7 sm:pb-7">{children}</div>
      {footer != null && (
        <div className="sticky bottom-0 z-1 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7">
          {footer}
        </div>
      )}
    </Radix.Content>
  )
}

/** Radix gives the focus back to its own trigger only; these dialogs are opened from anywhere. */
function useFocusJourney(initial: DialogProps['initialFocus'], back: DialogProps['returnFocusTo']) {
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
