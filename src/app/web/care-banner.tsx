// The care card's place on every screen, and its ways to the garden angels and to /care.
import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { CareCard } from '#features/care/web/care-card.tsx'
import type { Care } from '#features/community/care.ts'
import { useCarePlace } from '#features/energy/web/data/care-offer.ts'
import { useHelpOpener } from '#features/help/web/help-opener.ts'
import { t } from '#shared/i18n/t.ts'

interface CareBannerProps {
  care: Care
  onClose: () => void
}

/** In the ending; else first in the tab order, and at the bottom, clear of the composer. */
export function CareBanner({ care, onClose }: CareBannerProps) {
  const openHelp = useHelpOpener()
  const place = useCarePlace()
  const card = (
    <CareCard
      care={care}
      onTalk={
        openHelp &&
        (() => {
          onClose()
          openHelp('care')
        })
      }
      more={
        <Link to="/care" className="inline-block py-1 font-medium text-primary underline underline-offset-4">
          {t('More about what helps')}
        </Link>
      }
      isInEnding={place !== null}
      onClose={onClose}
    />
  )
  if (place) return createPortal(card, place)
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-40 grid justify-items-end md:bottom-24">
      {card}
    </div>
  )
}
