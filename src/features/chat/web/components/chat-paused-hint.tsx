// The paused chat: a hint in place of the composer, which opens the folded log, and announced moderator messages.
import { clsx } from 'clsx'
import { useEffect, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { formatTimeInCity } from '#shared/local-time.ts'
import { communityZone } from '#web/community-days.ts'
import { rich } from '#web/i18n/rich.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import type { ChatMessage } from '../../contract.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'

const SpeakDialog = lazyPart(async () => (await import('./speak-dialog.tsx')).SpeakDialog)

interface ChatPausedHintProps {
  /** Takes the focus that the composer had. */
  ref: Ref<HTMLParagraphElement>
  id: string
  /** Before the pause it isn't seen, and has its place: enlarged, it is higher than the composer. */
  isShown: boolean
  /** When the chat opens again, in epoch milliseconds. */
  until: number
  children: ReactNode
}

/** In the composer's place. */
export function ChatPausedHint({ ref, id, isShown, until, children }: ChatPausedHintProps) {
  const [zone] = useState(displayZone)
  return (
    <div
      className={clsx(
        'col-start-1 row-start-1 grid content-center gap-2 px-4 py-2 text-center',
        isShown ? 'chat-comes' : 'invisible',
      )}
    >
      <p
        ref={ref}
        id={isShown ? id : undefined}
        tabIndex={-1}
        className="text-[0.95rem] text-ink-2 outline-none"
      >
        {rich('The chat rests until <clock>{time}</clock>', {
          time: formatTimeOfDay(until, zone),
          clock: (time) => (
            <time translate="no" title={formatTimeInCity(until, communityZone())}>
              {time}
            </time>
          ),
        })}
      </p>
      {children}
    </div>
  )
}

interface PauseButtonsProps extends SpeakButtonProps {
  isFolded: boolean
  onToggle: () => void
  /** Moderators, and who holds the sitting, may send anyway (QUIET-05, TEACH-03). */
  maySpeak: boolean
  className?: string
}

export function PauseButtons({ isFolded, onToggle, maySpeak, className, ...speak }: PauseButtonsProps) {
  return (
    <div className={clsx('flex flex-wrap justify-center gap-3', className)}>
      {isFolded && (
        <p className="chat-fold basis-full text-center text-[0.95rem] text-balance text-ink-2">
          {t('It’s quiet here while everyone sits.')}
        </p>
      )}
      <Button className="chat-fold" onClick={onToggle}>
        {isFolded ? t('Show the chat') : t('Hide the chat')}
      </Button>
      {maySpeak && <SpeakButton {...speak} />}
    </div>
  )
}

interface SpeakButtonProps {
  room: ChatRoom
  client: LiveClient
  /** The composer's field. */
  field: RefObject<HTMLTextAreaElement | null>
}

function SpeakButton({ room, client, field }: SpeakButtonProps) {
  const [button, { open, onOpenChange }] = useLazyDialog(SpeakDialog)
  return (
    <>
      <Button variant="subtle" aria-haspopup="dialog" {...button}>
        {t('Send anyway…')}
      </Button>
      <SpeakDialog
        open={open}
        onClose={() => onOpenChange(false)}
        {...{ room, client }}
        returnFocusTo={field}
      />
    </>
  )
}

/** Screen readers announce what is added to a region, not what it contains at first. */
const announceAfterMs = 150

/** Announces moderator messages during the pause, each once, since the region only grows (QUIET-05). */
export function AnnouncedMessages({ messages }: { messages: readonly ChatMessage[] }) {
  const [announced, setAnnounced] = useState<readonly ChatMessage[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(messages), announceAfterMs)
    return () => clearTimeout(timer)
  }, [messages])
  return (
    <div aria-live="polite" className="announced sr-only">
      {announced.map(({ id, user, message }) => (
        <p key={id}>{`${user.name}: ${message}`}</p>
      ))}
    </div>
  )
}
