// Chat message rows: author, time, text and like button; also the rows of pending messages.
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { gardianAngel } from '#shared/constants.ts'
import { formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { formatTimeInCity } from '#shared/local-time.ts'
import { communityZone } from '#web/community-days.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { PendingMessage } from '../../chat-reducer.ts'
import type { ChatMessage } from '../../contract.ts'
import { linkify } from '../../linkify.ts'
import type { ChatMember } from '../data/chat-member.ts'
import type { OptimisticLikes } from '../data/optimistic-likes.ts'
import type { RenderedControls } from './message-controls.tsx'

const avatarPx = 38

interface ChatMessageRowProps {
  message: ChatMessage
  /** The time zone of the displayed time. */
  zone: string
  /** The member wrote it. */
  isOwn: boolean
  /** Its author holds the sitting (TEACH-06). */
  isHost: boolean
  /** Follows another message of the same author, so avatar and name are left out. */
  isContinued: boolean
  /** The words of the line above it; null without one. */
  lineAbove: string | null
  /** Only one message's buttons are tab stops: the arrow keys lead to the others. */
  isTabStop: boolean
  isLiked: boolean
  likes: number
  /** Null without a signed-in member. */
  onLike: OptimisticLikes['toggle'] | null
  /** Null while they load, and without a signed-in member. */
  controls: RenderedControls | null
  /** Keeps the place of the menu's button until it has loaded. */
  awaitsControls: boolean
}

export const ChatMessageRow = memo(function Message({
  message,
  zone,
  isOwn,
  isHost,
  isContinued,
  lineAbove,
  isTabStop,
  controls,
  awaitsControls,
  ...likeProps
}: ChatMessageRowProps) {
  const { user, timestamp } = message
  const state = stateOf(message)
  const atMs = timestampToMs(timestamp)
  return (
    <MessageRowLayout
      author={user}
      isOwn={isOwn}
      isContinued={isContinued}
      lineAbove={lineAbove}
      name={controls?.renderName(message, isTabStop) ?? user.name}
      facts={
        <>
          {user.isGardenAngel && <Tag>{`(${translate(gardianAngel)})`}</Tag>}
          {isHost && <Tag>{t('(Host)')}</Tag>}
          <time
            dateTime={timestamp}
            title={formatTimeInCity(atMs, communityZone())}
            translate="no"
            className="text-meta text-ink-3 tabular-nums"
          >
            {formatTimeOfDay(atMs, zone)}
          </time>
        </>
      }
      text={
        message.message === ''
          ? state && <i className="text-ink-3">{state}</i>
          : linkify(message.message).map((segment, index) =>
              typeof segment === 'string' ? segment : <MessageLink key={index} href={segment.href} />,
            )
      }
      state={message.message === '' ? null : state}
    >
      {/* A new like count isn't announced. */}
      <div aria-live="off" className="flex h-6 flex-none items-center gap-1 self-end pointer-coarse:gap-2.5">
        {controls?.renderDeletion(message, isTabStop)}
        {awaitsControls && !isOwn && <span className="w-6" />}
        <LikeButton {...{ message, isTabStop }} {...likeProps} />
        {controls?.renderMenu(message, { isOwn, isTabStop })}
      </div>
    </MessageRowLayout>
  )
})

function Tag({ children }: { children: string }) {
  return (
    <span className="rounded-pill bg-primary-soft px-2 text-meta font-strong text-primary">{children}</span>
  )
}

/** Why not everyone reads a message; null where everyone does. */
function stateOf({ isFolded, isHeld }: ChatMessage): string | null {
  if (isHeld) return t('Please say it another way')
  return isFolded ? t('Resting until a garden angel has looked') : null
}

interface PendingMessageRowProps {
  pending: PendingMessage
  member: ChatMember
  /** The room has no room for it yet. */
  waitsItsTurn: boolean
  onWithdraw: (clientMessageId: string) => void
}

/** Not announced: the member wrote it, and its echo is announced on arrival. */
export function PendingMessageRow({ pending, member, waitsItsTurn, onWithdraw }: PendingMessageRowProps) {
  return (
    <MessageRowLayout
      author={member}
      isOwn
      isContinued={false}
      name={member.name}
      facts={<span className="text-meta">{waitsItsTurn ? t('Waiting its turn') : t('Sending…')}</span>}
      text={pending.text}
      className="text-ink-3"
    >
      {waitsItsTurn && (
        <Button variant="link" onClick={() => onWithdraw(pending.clientMessageId)}>
          {t('Withdraw')}
        </Button>
      )}
    </MessageRowLayout>
  )
}

interface MessageRowLayoutProps {
  author: ChatMember
  isOwn: boolean
  isContinued: boolean
  lineAbove?: string | null
  name: ReactNode
  facts: ReactNode
  text: ReactNode
  /** Below the text. */
  state?: string | null
  className?: string
  children?: ReactNode
}

function MessageRowLayout(props: MessageRowLayoutProps) {
  const {
    author,
    isOwn,
    isContinued,
    lineAbove = null,
    name,
    facts,
    text,
    state,
    className,
    children,
  } = props
  return (
    <li
      className={clsx(
        'group/line motion-fade flex flex-wrap gap-3 low:gap-x-2',
        isContinued ? 'mt-1 pointer-coarse:mt-2' : 'mt-4 first:mt-0',
        className,
      )}
    >
      {lineAbove !== null && (
        <div className="flex w-full items-center gap-3 text-meta font-strong text-primary before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {lineAbove}
        </div>
      )}
      {isContinued ? (
        <span style={{ width: avatarPx }} className="flex-none" />
      ) : (
        <Avatar id={author.id} name={author.name} src={author.profilePicture} size={avatarPx} />
      )}
      <div className="min-w-0 flex-1">
        <p className={clsx('flex flex-wrap items-baseline gap-x-2 leading-6', isContinued && 'sr-only')}>
          <b dir="auto" translate="no" className="min-w-0 font-bold text-[0.92rem] wrap-anywhere">
            {name}
          </b>
          {facts}
        </p>
        <p
          dir="auto"
          className={clsx(
            'w-fit max-w-[60ch] text-start text-[0.97rem]/6 wrap-anywhere whitespace-pre-wrap',
            isOwn && 'rounded-field bg-primary-soft px-3 py-1.5',
          )}
        >
          {text}
        </p>
        {state != null && <p className="mt-0.5 text-meta text-ink-3 italic">{state}</p>}
      </div>
      {children}
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

type LikeButtonProps = Pick<ChatMessageRowProps, 'message' | 'isTabStop' | 'isLiked' | 'likes' | 'onLike'>

/** Drawn small; its target goes half-way to the next ones. */
function LikeButton({ message, isTabStop, isLiked, likes, onLike }: LikeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={t(
        '{likes, plural, one {Like {name}’s message, # like} other {Like {name}’s message, # likes}}',
        { likes, name: message.user.name },
      )}
      tabIndex={isTabStop ? 0 : -1}
      data-stop="like"
      disabled={onLike === null}
      onClick={() => onLike?.(message)}
      className={clsx(
        'relative -me-1.5 inline-flex h-6 items-center gap-1.5 rounded-pill px-1.5 text-meta tabular-nums transition-colors before:absolute before:-inset-0.5 pointer-coarse:before:-inset-1',
        isLiked ? 'font-strong text-primary' : 'text-ink-3 hover:not-disabled:text-primary',
        likes === 0 &&
          'opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-55',
      )}
    >
      <Heart
        aria-hidden
        className="size-3.75 transition-[scale] in-active:scale-130 motion-reduce:transition-none"
        strokeWidth={2}
        fill={isLiked ? 'currentColor' : 'none'}
      />
      {likes > 0 && <span translate="no">{likes}</span>}
    </button>
  )
}
