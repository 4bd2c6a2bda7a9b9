// Chat composer: Enter sends, Shift+Enter inserts a line break, and a typed draft is never lost.
import { clsx } from 'clsx'
import { ArrowUp } from 'lucide-react'
import { useCallback, useSyncExternalStore, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { chatMessageMaxChars } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { hasVisibleText } from '#shared/text.ts'
import { isComposing } from '#web/is-composing.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { CharCounter, isNearLimit } from '#web/ui/char-counter.tsx'
import { useHeldPlace } from '#web/use-held-place.ts'
import { useServerNow } from '#web/use-server-now.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { ownMute } from '../data/own-mute.ts'
import { useComposer, useConnection, useSlowSeconds } from '../hooks/use-chat-room.ts'

const WritingLimits = lazyPart(async () => (await import('./writing-limits.tsx')).WritingLimits)

/** Where 'Skip to chat' leads (CHAT-35): the composer, or its replacement. */
export const composerId = 'chat-composer'

/** The composer's maximum height in rows, where the browser doesn't support sizing a field by its content. */
const maxRows = 5

interface ChatComposerProps {
  room: ChatRoom
  client: LiveClient
  field: RefObject<HTMLTextAreaElement | null>
  /** Everyone sits: the composer isn't seen, and keeps its text and its place (QUIET-02). */
  isChatPaused: boolean
  placeholder: string
  /** The member is unlisted, but messages show their name (TRUST-02). */
  showsAuthor: boolean
  /** How much later a teacher is heard; nothing without one. */
  delayHint: ReactNode
  /** Opens a closed log to who presses or types; a focus that returns by itself moves nothing. Null once it is open. */
  onWrite: (() => void) | null
}

export function ChatComposer(props: ChatComposerProps) {
  const { room, client, field, isChatPaused, placeholder, showsAuthor, delayHint, onWrite } = props
  const { draft, error, hint } = useComposer(room)
  const isOpen = useConnection(client).state === 'connected'
  const limit = { chars: draft.length, max: chatMessageMaxChars }
  const { limits, isLimited } = useWritingLimits(room)
  const [hasLimits] = useHeldPlace(isLimited || limits.slowSeconds > 0)
  const canSend = isOpen && !isLimited && hasVisibleText(draft)
  const send = () => {
    room.send()
    field.current?.focus()
  }
  return (
    <form
      data-rests={isChatPaused || undefined}
      style={isChatPaused ? { visibility: 'hidden', opacity: 0 } : undefined}
      className="chat-form col-start-1 row-start-1 grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:px-5.5 lg:pt-3 lg:pb-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2 rounded-media border border-line-strong bg-bg p-0.75 ps-4.5 outline-offset-2 outline-focus has-[textarea:focus-visible]:outline-2">
        <textarea
          ref={field}
          id={isChatPaused ? undefined : composerId}
          dir="auto"
          rows={rowsForDraft(draft)}
          value={draft}
          placeholder={placeholder}
          aria-label={t('Message')}
          aria-describedby="chat-composer-hint"
          aria-invalid={error === null ? undefined : true}
          enterKeyHint="send"
          autoComplete="off"
          onClick={() => onWrite?.()}
          onChange={(event) => {
            room.setDraft(event.target.value)
            onWrite?.()
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            event.preventDefault()
            send()
          }}
          className="field-sizing-content max-h-32 w-0 min-w-0 flex-1 scroll-mb-12 resize-none self-center bg-transparent py-1.5 text-body outline-none"
        />
        <IconButton
          type="submit"
          label={t('Send')}
          variant="primary"
          aria-disabled={!canSend}
          className={clsx('transition-opacity', !canSend && 'opacity-55')}
        >
          <ArrowUp aria-hidden className="size-5" strokeWidth={2} />
        </IconButton>
      </div>
      <div id="chat-composer-hint" className="flex gap-3 px-4.5 text-meta empty:hidden">
        {error !== null && !isChatPaused && (
          <p role="alert" className="flex-1 text-danger">
            {error}
          </p>
        )}
        {error === null && hint !== null && !isChatPaused && (
          <p role="status" className="flex-1 text-ink-3">
            {hint}
          </p>
        )}
        {error === null && hint === null && hasLimits && (
          <div className="grid flex-1 gap-1 text-ink-3">
            <WritingLimits {...limits} isChatPaused={isChatPaused} />
          </div>
        )}
        {error === null && hint === null && !hasLimits && (showsAuthor || delayHint) && (
          <div className="grid flex-1 gap-1 text-ink-3">
            {showsAuthor && <p>{t('You’re sitting quietly. Messages still show your name and picture.')}</p>}
            {delayHint}
          </div>
        )}
        {isNearLimit(limit) && <CharCounter {...limit} className="ms-auto" />}
      </div>
    </form>
  )
}

/** A mute, slow mode, and whether one of them forbids a message now. Both end by themselves, to the second. */
function useWritingLimits(room: ChatRoom) {
  const mute = ownMute.use()
  const slowSeconds = useSlowSeconds(room)
  const slowUntilMs = useSyncExternalStore(room.subscribe, room.slowUntilMs)
  const untilMs = Math.max(mute?.untilMs ?? 0, slowUntilMs)
  const nowMs = useServerNow(useCallback((nowMs) => (nowMs < untilMs ? untilMs - nowMs : null), [untilMs]))
  return { limits: { mute, slowSeconds, slowUntilMs }, isLimited: nowMs < untilMs }
}

function rowsForDraft(draft: string): number {
  return Math.min(draft.split('\n').length, maxRows)
}

/**
 * Enter without Shift; during a composition (Japanese, for example) the key belongs to the input method (CHAT-03).
 */
function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event)
}
