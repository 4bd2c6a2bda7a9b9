// The chat's one line on a narrow screen while a sitting is under way; a press opens the chat.
import { useState } from 'react'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { Chevron } from '#web/ui/chevron.tsx'
import { Swap } from '#web/ui/swap.tsx'
import { messagesSentence } from '../../messages-sentence.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { useChatLog } from '../hooks/use-chat-room.ts'

/** Of a sitting, in epoch milliseconds of the room clock: until when its chat rests, and the end of its sharing. */
export interface ChatTimes {
  restsUntil: number
  closesAt: number
}

interface ChatToggleProps {
  isOpen: boolean
  onToggle: () => void
  room: ChatRoom
  underWay: ChatTimes
  shown: 'messages' | 'rests' | 'sharing'
}

export function ChatToggle({ room, isOpen, onToggle, underWay, shown }: ChatToggleProps) {
  const { messages } = useChatLog(room)
  const [zone] = useState(displayZone)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-11 flex-1 items-center gap-2 text-small text-ink-2 -outline-offset-2 after:absolute after:inset-0 columns:hidden"
      onClick={({ currentTarget }) => {
        onToggle()
        const chat = currentTarget.closest('section')
        if (!isOpen) requestAnimationFrame(() => chat?.scrollIntoView({ block: 'nearest' }))
      }}
    >
      <Swap
        className="flex-1 text-end"
        shown={shown}
        forms={{
          messages: messagesSentence(messages.length),
          rests: t('Rests until {time}', { time: formatTimeOfDay(underWay.restsUntil, zone) }),
          sharing: t('Sharing until {time}', { time: formatTimeOfDay(underWay.closesAt, zone) }),
        }}
      />
      <Chevron isOpen={isOpen} />
    </button>
  )
}
