// Chat message rows: author, time, text and like button; also the rows of pending messages.
import { Heart } from 'lucide-react'
import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { gardianAngel } from '#shared/constants.ts'
import { timestampToMs, formatTimeOfDay } from '#shared/day.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import type { ChatMessage } from '../contract.ts'
import { linkify } from '../linkify.ts'
import type { PendingMessage } from '../chat-reducer.ts'
import type { OptimisticLikes } from './optimistic-likes.ts'
import type { ModerationControls } from './chat-moderation.tsx'
import type { ChatMember } from './chat-room.ts'

const avatarPx = 38

interface ChatMessageRowProps {
  message: ChatMessage
  /** The time zone of the displayed time. */
  zone: string
  isLiked: boolean
  likes: number
  /** Null without a signed-in member. */
  onLike: OptimisticLikes['toggle'] | null
  /** For moderators; null for other members. */
  moderating: ModerationControls | null
}

export const ChatMessageRow = memo(function Message({
  message,
  zone,
  moderating,
  ...likeProps
}: ChatMessageRowProps) {
  const { user, timestamp } = message
  const atMs = timestampToMs(timestamp)
  return (
    <MessageRowLayout
      author={user}
      name={moderating?.renderName(user) ?? user.name}
      facts={
        <>
          {user.isGardenAngel && (
            <span className="rounded-pill bg-primary-soft px-2 text-meta font-strong text-primary">
              ({gardianAngel})
            </span>
          )}
          <time
            dateTime={timestamp}
            title={`${formatTimeOfDay(atMs)} in Chicago`}
            className="text-meta text-ink-3 tabular-nums"
          >
            {formatTimeOfDay(atMs, zone)}
          </time>
        </>
      }
      text={linkify(message.message).map((segment, index) =>
        typeof segment === 'string' ? segment : <MessageLink key={index} href={segment.href} />,
      )}
    >
      {/* A new like count isn't announced. */}
      <div aria-live="off" className="flex h-6 items-center justify-between">
        <LikeButton message={message} {...likeProps} />
        {moderating?.renderActions(message)}
      </div>
    </MessageRowLayout>
  )
})

/** Not announced: the member wrote it, and its echo is announced on arrival. */
export function PendingMessageRow({ pending, member }: { pending: PendingMessage; member: ChatMember }) {
  return (
    <MessageRowLayout
      author={member}
      name={member.name}
      facts={<span className="text-meta">Sending…</span>}
      text={pending.text}
      className="text-ink-3"
    />
  )
}

interface MessageRowLayoutProps {
  author: ChatMember
  name: ReactNode
  facts: ReactNode
  text: ReactNode
  className?: string
  children?: ReactNode
}

function MessageRowLayout({ author, name, facts, text, className, children }: MessageRowLayoutProps) {
  return (
    <li className={clsx('group/line motion-fade flex gap-3', className)}>
      <Avatar id={author.id} name={author.name} src={author.profilePicture} size={avatarPx} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b dir="auto" className="min-w-0 font-bold text-[0.92rem] wrap-anywhere">
            {name}
          </b>
          {facts}
        </p>
        <p dir="auto" className="text-[0.97rem]/normal wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        {children}
      </div>
    </li>
  )
}

/** Opens a new tab without a referrer. Left to right even in right-to-left text, so that the host is read first. */
function MessageLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      dir="ltr"
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link relative z-1"
    >
      {href}
    </a>
  )
}

type LikeButtonProps = Pick<ChatMessageRowProps, 'message' | 'isLiked' | 'likes' | 'onLike'>

/** Drawn small, with a touch target of 44 px. */
function LikeButton({ message, isLiked, likes, onLike }: LikeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Like, ${likes} ${likes === 1 ? 'like' : 'likes'}`}
      disabled={onLike === null}
      onClick={() => onLike?.(message)}
      className={clsx(
        'relative -ml-1.5 inline-flex h-6 items-center gap-1.5 rounded-pill px-1.5 text-meta tabular-nums transition-colors before:absolute before:-inset-x-2 before:-inset-y-2.5 before:min-w-11',
        isLiked ? 'font-strong text-primary' : 'text-ink-3 hover:not-disabled:text-primary',
      )}
    >
      <Heart aria-hidden className="size-3.75" strokeWidth={2} fill={isLiked ? 'currentColor' : 'none'} />
      {likes > 0 && likes}
    </button>
  )
}
