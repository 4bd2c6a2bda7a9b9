// What moderators told the member in private: a card on every screen until it is seen (MOD-06, MOD-07).
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatUntil } from '#features/chat/format-until.ts'
import type { OwnMute } from '#features/chat/writing-limits.ts'
import { timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { onMemberConnection, onMemberMessage } from '#web/live/member-messages.ts'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import { moderationServerMessages } from '../live-messages.ts'
import { memberModerationCalls, type ModerationMessage } from '../member-contract.ts'

interface ModerationMessagesProps {
  /** Called with the member's mute after each read; null without one. */
  onMute: (mute: OwnMute | null) => void
  /** Opens the help of the room; null while there is none. */
  onTalk: (() => void) | null
}

/** The oldest first, one at a time; not from the bell to the end of the silence (PHASE-11). */
export function ModerationMessages({ onMute, onTalk }: ModerationMessagesProps) {
  const { data, dataUpdatedAt, refetch } = useCall(
    memberModerationCalls.moderationMessages,
    {},
    { uncached: true },
  )
  const mute = data?.mute
  useEffect(() => {
    if (mute === undefined) return
    onMute(mute && { untilMs: timestampToMs(mute.untilAt), reason: mute.reason })
    // Each read counts, also one that says the same.
  }, [mute, dataUpdatedAt, onMute])
  useEffect(() => {
    const stops = [
      onMemberMessage(moderationServerMessages, ({ type }) => {
        if (type === 'moderation-messages-updated') void refetch()
      }),
      // It may have been missed while the connection was lost.
      onMemberConnection(() => void refetch()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [refetch])
  const see = useCallMutation(memberModerationCalls.seeModerationMessage, {
    refetch: [memberModerationCalls.moderationMessages],
    onError: (error) => logFailure('A message of the moderators was not marked as seen.', error),
  })
  const isSilent = useSyncExternalStore(onMeditatingChange, isMeditating)
  // Hidden at once; it comes back if that isn't saved.
  const pendingId = see.isPending ? see.variables.params.id : null
  const unseen = (data?.messages ?? []).filter(({ id, isSeen }) => !isSeen && String(id) !== pendingId)
  const shown = isSilent ? undefined : unseen.at(-1)
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {shown && t('The garden angels have written to you. It is on this page, before its main part.')}
      </p>
      {shown && (
        <ModerationMessageCard
          message={shown}
          onTalk={onTalk}
          onSeen={() => {
            if (unseen.length === 1) document.getElementById('main')?.focus({ preventScroll: true })
            see.mutate({ params: { id: String(shown.id) }, body: { isSeen: true } })
          }}
        />
      )}
    </>
  )
}

interface CardProps {
  message: ModerationMessage
  onTalk: (() => void) | null
  onSeen: () => void
}

function ModerationMessageCard({ message, onTalk, onSeen }: CardProps) {
  const { kind, text, reason, sentence } = message
  const [zone] = useState(displayZone)
  const isThanks = kind === 'thanked'
  return (
    <div className="pointer-events-none fixed inset-x-4 top-[calc(var(--bar)+0.75rem)] z-40 grid justify-items-center">
      <section
        aria-label={t('From the garden angels')}
        className="motion-fade pointer-events-auto grid max-h-[70dvh] w-full max-w-lg gap-3 overflow-y-auto rounded-media border border-line bg-surface p-5 text-start text-ink shadow-media"
      >
        <h2 className="serif text-section">{titleOf(message)}</h2>
        {kind === 'muted' && <p>{muteSentence(message, zone)}</p>}
        {text !== '' && (
          <blockquote
            dir="auto"
            className="max-h-32 overflow-y-auto rounded-panel bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </blockquote>
        )}
        {kind === 'undone' && <p>{undoneSentence(text !== '')}</p>}
        {kind !== 'undone' && reason !== null && <p dir="auto">{reason}</p>}
        {kind !== 'undone' && sentence !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {sentence}
          </p>
        )}
        {isThanks && <p>{t('Somebody has looked at the message that you reported.')}</p>}
        <p className="text-ink-2">{t('— the garden angels')}</p>
        {!isThanks && (
          <p className="text-small text-ink-3">
            {t(
              'To answer, press “I am not well” in the room while a sitting is under way. Only they read it.',
            )}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          {!isThanks && onTalk && <Button onClick={onTalk}>{t('Talk to a garden angel')}</Button>}
          <Button variant="primary" onClick={onSeen}>
            {t('OK')}
          </Button>
        </div>
      </section>
    </div>
  )
}

function titleOf({ kind, text }: ModerationMessage): string {
  switch (kind) {
    case 'removed':
      return t('Your message was removed')
    case 'reminded':
      return text === '' ? t('A reminder') : t('A reminder about your message')
    case 'muted':
      return t('You are muted in the chat')
    case 'thanked':
      return t('Thank you, somebody has looked')
    case 'undone':
      return t('That was taken back')
  }
}

function muteSentence({ untilAt }: ModerationMessage, zone: string): string {
  if (untilAt === null) return t('You can write in the chat again.')
  const untilMs = timestampToMs(untilAt)
  const nowMs = serverNow()
  const until = formatUntil(untilMs, { zone, nowMs })
  return untilMs > nowMs
    ? t('You can’t write in the chat {until}. You can still sit, like, thank and ask for help.', {
        until,
      })
    : t('You couldn’t write in the chat {until}. You can write again.', { until })
}

function undoneSentence(isOfMessage: boolean): string {
  return isOfMessage
    ? t('What was decided about your message no longer holds. It is in its place again.')
    : t('What was decided no longer holds. You can write in the chat again.')
}
