// Dialog: a panel in the middle of the screen, on a phone a bottom sheet.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from './button.tsx'
import {
  DialogClose,
  DialogDescription,
  DialogFrame,
  type DialogFrameProps,
  DialogTitle,
} from './dialog-frame.tsx'

export type DialogProps = Omit<DialogFrameProps, 'className' | 'children'> & {
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** sm 26 rem, md 34 rem, lg 48 rem; `wide-when-low` is md, and lg where two columns spare the height. */
  size?: 'sm' | 'md' | 'lg' | 'wide-when-low'
  /** Without a close button: only the footer's buttons go on. */
  isRequired?: boolean
  children?: ReactNode
  /** Buttons that stay visible below the scrolling content; the main one last. */
  footer?: ReactNode
}

const widths = {
  sm: 'sm:max-w-[26rem]',
  md: 'sm:max-w-[34rem]',
  lg: 'sm:max-w-[48rem]',
  'wide-when-low': 'sm:max-w-[34rem] low:max-w-[48rem]',
}

// The panel itself scrolls, not its middle, so that the keyboard can scroll it from the close button.
const panelClassName =
  'inset-x-0 bottom-0 m-auto max-h-[92dvh] w-full scroll-py-24 overflow-y-auto overscroll-contain rounded-t-media border border-line bg-surface sm:top-0 sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-2rem)] sm:rounded-media'

/** Modal. Its children are mounted only while it's open. */
export function Dialog({
  title,
  description,
  size = 'md',
  isRequired,
  children,
  footer,
  ...frame
}: DialogProps) {
  return (
    <DialogFrame {...frame} className={`motion-dialog ${panelClassName} ${widths[size]}`}>
      <div className="hairline-when-scrolled z-1 flex items-start gap-4 bg-surface pt-5 pe-4 pb-2 ps-5 tall:sticky tall:top-0 tall:sm:pt-6 sm:pe-5 sm:ps-7">
        <div className="grid min-w-0 flex-1 gap-2 pt-1 wrap-anywhere">
          <DialogTitle className="serif text-title">{title}</DialogTitle>
          {description != null && (
            <DialogDescription dir="auto" className="text-ink-2">
              {description}
            </DialogDescription>
          )}
        </div>
        {!isRequired && (
          <DialogClose asChild>
            <IconButton label={t('Close')} variant="subtle">
              <X aria-hidden className="size-5" strokeWidth={1.8} />
            </IconButton>
          </DialogClose>
        )}
      </div>
      <div className="px-5 pt-2 pb-6 wrap-break-word sm:px-7 sm:pb-7">{children}</div>
      {footer != null && (
        <div className="z-1 flex flex-wrap justify-end gap-3 max-sm:*:grow border-t border-line bg-surface px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] tall:sticky tall:bottom-0 sm:px-7">
          {footer}
        </div>
      )}
    </DialogFrame>
  )
}
