// What was said: the log keeps to its end while one reads there, and otherwise tells how much is new.
import { ArrowDown } from 'lucide-react'
import { memo, useState } from 'react'
import { gardianAngel } from '#shared/constants.ts'
import { momentMs, timeInWords } from '#shared/day.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChatMessage } from '../contract.ts'
import type { PendingMessage } from '../log.ts'
import type { ChatRoom } from './chat-room.ts'
import { useChatLog, type ChatMember } from './use-chat.ts'
import { useStickyEnd } from './use-sticky-end.ts'

const avatarPx = 38

/** What scrolls must be reachable by the keyboard. */
const reachable = { tabIndex: 0 }

export function ChatLogView({ room, member }: { room: ChatRoom; member: ChatMember }) {
  const log = useChatLog(room)
  const { scroller, unseen, toEnd } = useStickyEnd(log)
  const zone = useZone()
  const isEmpty = log.loaded && log.messages.length === 0 && log.pending.length === 0
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="polite"
        aria-busy={!log.loaded}
        {...reachable}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4 -outline-offset-2 lg:px-5.5 lg:py-5"
      >
        {!log.loaded && log.pending.length === 0 && <LogSkeleton />}
        {isEmpty && (
          <div className="m-auto">
            <EmptyState as="p" title="Be the first to say good morning">
              Whoever joins today will read it here.
            </EmptyState>
          </div>
        )}
        <ol className="mt-auto grid gap-4 lg:gap-5">
          {log.messages.map((message) => (
            <Message key={message.id} message={message} zone={zone} />
          ))}
        </ol>
        <PendingList pending={log.pending} member={member} />
      </div>
      {unseen > 0 && (
        <Button variant="primary" className="absolute bottom-3 left-1/2 -translate-x-1/2" onClick={toEnd}>
          <ArrowDown aria-hidden className="size-4.5" strokeWidth={2} />
          {unseen === 1 ? '1 new message' : `${unseen} new messages`}
        </Button>
      )}
    </div>
  )
}

/** The member's own zone, for the times beside the messages. */
function useZone(): string {
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone
}

const Message = memo(function Message({ message, zone }: { message: ChatMessage; zone: string }) {
  const { user, timestamp } = message
  const atMs = momentMs(timestamp)
  return (
    <li className="motion-fade flex gap-3">
      <Avatar id={user.id} name={user.name} src={user.profilePicture} size={avatarPx} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="min-w-0 font-bold text-[0.92rem]">{user.name}</b>
          {user.isGardenAngel && (
            <span className="rounded-pill bg-primary-soft px-2 text-meta font-strong text-primary">
              ({gardianAngel})
            </span>
          )}
          <time
            dateTime={timestamp}
            title={`${timeInWords(atMs)} in Chicago`}
            className="text-meta text-ink-3 tabular-nums"
          >
            {timeInWords(atMs, zone)}
          </time>
        </p>
        <p className="text-[0.97rem]/normal wrap-anywhere whitespace-pre-wrap">{message.message}</p>
      </div>
    </li>
  )
})

/** Not read out: the member wrote them, and their echo is read out when it comes. */
function PendingList({ pending, member }: { pending: readonly PendingMessage[]; member: ChatMember }) {
  if (pending.length === 0) return null
  return (
    <ol aria-label="On their way" aria-live="off" className="mt-4 grid gap-4 lg:mt-5 lg:gap-5">
      {pending.map(({ clientMessageId, text }) => (
        <li key={clientMessageId} className="flex gap-3 text-ink-3">
          <Avatar id={member.id} name={member.name} src={member.profilePicture} size={avatarPx} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="min-w-0 font-bold text-[0.92rem]">{member.name}</b>
              <span className="text-meta">Sending…</span>
            </p>
            <p className="text-[0.97rem]/normal wrap-anywhere whitespace-pre-wrap">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const skeletonLines = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']

function LogSkeleton() {
  return (
    <div className="mt-auto grid gap-5">
      <p className="sr-only">Loading the chat</p>
      {skeletonLines.map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-9.5 flex-none rounded-pill" />
          <div className="grid flex-1 gap-2.5 pt-1">
            <Skeleton className="h-3.5 w-28 rounded-pill" />
            <Skeleton className={`h-3.5 rounded-pill ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
