// The sharing in the chat, loaded with its start: the first line, and the beginnings above the composer.
import { clsx } from 'clsx'
import { useCallback, useState, type RefObject } from 'react'
import { reflectionSentence } from '#features/reflections/format-reflection.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { useServerNow } from '#web/use-server-now.ts'
import { beginnings, msToLastMinute, sharingLine, withBeginning, type ChatSharing } from '../../sharing.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'

/** Above the messages, and none of them; below it the room's energy (PULSE-16). */
export function SharingLine({ sharing }: { sharing: ChatSharing }) {
  const nowMs = useLastMinute(sharing)
  const [zone] = useState(displayZone)
  const { reflection } = sharing
  return (
    <div
      className={clsx(
        // As high as two lines from the start, which its last minute has.
        'serif flex-none content-center border-b border-line px-5 py-2 text-center text-[1.05rem]/[1.35] text-ink-2 lg:py-3 lg:min-h-[calc(2lh+1.5rem)] low:px-4 low:py-1.5 low:text-[0.95rem]/[1.25]',
        // Who writes on a small screen reads that the time is nearly over.
        msToLastMinute(sharing, nowMs) > 0 ? 'writing:hidden' : 'writing:py-1.5',
      )}
    >
      <p role="status">
        <span>{sharingLine(sharing, { days: pageDays(), zone, nowMs })}</span>
      </p>
      {/* The stage announces it. */}
      {reflection && <p className="mt-1 text-ink">{reflectionSentence(reflection)}</p>}
    </div>
  )
}

interface BeginningsProps {
  sharing: ChatSharing
  room: ChatRoom
  /** The composer's field. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** A press puts words into the composer, and never sends them. */
export function Beginnings({ sharing, room, field }: BeginningsProps) {
  const isLastMinute = msToLastMinute(sharing, useLastMinute(sharing)) === 0
  return (
    <div
      role="group"
      aria-label={t('Ways to begin')}
      inert={isLastMinute}
      aria-hidden={isLastMinute || undefined}
      // Beside the stage its place stays: no message moves while it is read.
      className={clsx(
        'chat-beginnings flex flex-none flex-wrap gap-2 bg-surface px-4 pt-2 lg:px-5.5',
        isLastMinute && 'invisible max-lg:hidden',
      )}
    >
      {beginnings.map(translate).map((beginning) => (
        <Button
          key={beginning}
          onClick={() => {
            room.setDraft(withBeginning(room.composer().draft, beginning))
            field.current?.focus()
          }}
        >
          {beginning}
        </Button>
      ))}
    </div>
  )
}

/** The server's time; renders again at the start of the last minute. */
function useLastMinute(sharing: ChatSharing): number {
  return useServerNow(useCallback((nowMs: number) => msToLastMinute(sharing, nowMs) || null, [sharing]))
}
