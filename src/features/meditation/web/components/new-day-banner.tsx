// New day banner: offers the next day's room, which may open before midnight, to a member who watches (LIVE-18).
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

interface NewDayBannerProps {
  isOffered: boolean
  /** Whether the new day is loading. */
  isReading: boolean
  onGo: () => void
}

export function NewDayBanner({ isOffered, isReading, onGo }: NewDayBannerProps) {
  return (
    // The region is mounted before its text, so that screen readers announce the text.
    <div role="status" className="flex-none empty:absolute md:-my-0.5">
      {isOffered && (
        <div className="motion-fade flex items-center justify-between gap-4 max-md:pt-3">
          <p className="text-[0.9rem] text-ink-2">{t('The next day’s room is open')}</p>
          <Button busy={isReading} onClick={onGo}>
            {t('Go there')}
          </Button>
        </div>
      )}
    </div>
  )
}
