// Poster of an invite: the sky at the bell above its QR code, to show in a hall or to print.
import './invite-poster.css'
import { Printer, X } from 'lucide-react'
import { useEffect } from 'react'
import { encode } from 'uqr'
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { sceneSvg } from '#shared/scene/scene-svg.ts'
import { skyAt } from '#shared/scene/sky.ts'
import { useCommunity } from '#web/community.ts'
import { toastStore } from '#web/toast-store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DialogClose, DialogDescription, DialogFrame, DialogTitle } from '#web/ui/dialog-frame.tsx'
import { groupInviteCode } from '../codes.ts'
import type { ListedInvite } from '../contract.ts'

/** The sky a minute before a bell at 7 PM, in the light theme's colors: for paper. */
const posterSky = `data:image/svg+xml,${encodeURIComponent(
  sceneSvg({ sky: skyAt(-minuteMs, 19 * 60), width: 1480, height: 1240, horizon: 0.62 }),
)}`

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
      <div className="invite-poster">
        <img src={posterSky} alt="" className="invite-poster-sky" />
        <div className="invite-poster-words">
          <div className="grid gap-3">
            <DialogTitle className="text-lead text-ink-2">{name}</DialogTitle>
            <p className="invite-poster-title serif text-page leading-tight">{t('Sit with us')}</p>
            <DialogDescription className="text-lead text-ink-2">
              {t('Scan the code to join us, or open the link.')}
            </DialogDescription>
            <p className="grid gap-1">
              <span translate="no">{url}</span>
              <span className="text-ink-2">{t('Code {code}', { code: groupInviteCode(code) })}</span>
            </p>
            <Button
              className="justify-self-center lg:justify-self-start print:hidden"
              onClick={() => window.print()}
            >
              <Printer aria-hidden className="size-4.5" strokeWidth={1.8} />
              {t('Print')}
            </Button>
          </div>
          <QrCode text={url} />
        </div>
      </div>
      <div className="absolute end-4 top-4 print:hidden">
        <DialogClose asChild>
          <IconButton label={t('Close')} variant="clear">
            <X aria-hidden className="size-5" strokeWidth={1.8} />
          </IconButton>
        </DialogClose>
      </div>
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
      className="invite-poster-code rounded-panel"
    >
      <path d={path} />
    </svg>
  )
}
