// Poster of an invite: its QR code over the whole screen, to show in a hall or to print.
import { Printer, X } from 'lucide-react'
import { useEffect } from 'react'
import { encode } from 'uqr'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { toastStore } from '#web/toast-store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DialogClose, DialogDescription, DialogFrame, DialogTitle } from '#web/ui/dialog-frame.tsx'
import { groupInviteCode } from '../codes.ts'
import type { ListedInvite } from '../contract.ts'

interface InvitePosterProps {
  invite: Pick<ListedInvite, 'code' | 'url'>
  onClose: () => void
}

/** Open while mounted. */
export function InvitePoster({ invite: { code, url }, onClose }: InvitePosterProps) {
  const { name } = useCommunity()
  useEffect(() => {
    // 'Invitation made' would lie over the button on a phone.
    for (const { id } of toastStore.records()) toastStore.close(id)
  }, [])
  return (
    <DialogFrame open onOpenChange={onClose} className="motion-dialog inset-0 overflow-y-auto bg-surface">
      <div className="grid min-h-full content-center justify-items-center gap-6 px-4 py-16 text-center">
        <div className="grid gap-2 wrap-anywhere">
          <DialogTitle className="serif text-page">{name}</DialogTitle>
          <DialogDescription className="text-lead text-ink-2">
            {t('Scan the code to join us, or open the link.')}
          </DialogDescription>
        </div>
        <QrCode text={url} />
        <p className="grid gap-1 wrap-anywhere">
          <span translate="no" className="text-lead">
            {url}
          </span>
          <span className="text-ink-2">{t('Code {code}', { code: groupInviteCode(code) })}</span>
        </p>
        <Button className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Print')}
        </Button>
      </div>
      <DialogClose asChild>
        <IconButton label={t('Close')} variant="subtle" className="absolute end-4 top-4 print:hidden">
          <X aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      </DialogClose>
    </DialogFrame>
  )
}

/** Black on white in both themes: few scanners read the inverse. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={t('QR code of {link}', { link: text })}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-[min(34rem,84vw,60dvh)] rounded-panel bg-[white] fill-[black]"
    >
      <path d={path} />
    </svg>
  )
}
