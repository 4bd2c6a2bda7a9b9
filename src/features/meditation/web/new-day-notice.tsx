// A few quiet words when a day has begun while somebody still sits with the one before (LIVE-18).
import { Button } from '#web/ui/button.tsx'

interface NewDayNoticeProps {
  isOffered: boolean
  /** The new day is on its way. */
  isReading: boolean
  onGo: () => void
}

export function NewDayNotice({ isOffered, isReading, onGo }: NewDayNoticeProps) {
  return (
    // The region stands before its words do, so that they are read out when they come.
    <div role="status" className="flex-none md:-my-0.5">
      {isOffered && (
        <div className="motion-fade flex items-center justify-between gap-4 max-md:pt-3">
          <p className="text-[0.9rem] text-ink-2">A new day has begun</p>
          <Button busy={isReading} onClick={onGo}>
            Go to today
          </Button>
        </div>
      )}
    </div>
  )
}
