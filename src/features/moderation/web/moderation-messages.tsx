// What moderators told the member in private: a card on every screen until it is seen (MOD-06, MOD-07).
import { useEffect, useSyncExternalStore } from 'react'
import type { OwnMute } from '#features/chat/writing-limits.ts'
import { timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { onMemberMessage } from '#web/live/member-messages.ts'
import { logFailure } from '#web/log.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import type { ModerationServerMessage } from '../live-messages.ts'
import { memberModerationCalls } from '../member-contract.ts'

/** Most members are told nothing. */
const ModerationMessageCard = lazyPart(
  async () => (await import('./moderation-message-card.tsx')).ModerationMessageCard,
)

interface ModerationMessagesProps {
  /** Called with the member's mute after each read; null without one. */
  onMute: (mute: OwnMute | null) => void
  /** Opens the form that writes to the garden angels; null while there is none. */
  onAnswer: (() => void) | null
}

/** The oldest first, one at a time; not from the bell to the end of the silence (PHASE-11). */
export function ModerationMessages({ onMute, onAnswer }: ModerationMessagesProps) {
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
  useEffect(
    () => onMemberMessage<ModerationServerMessage>('moderation-messages-updated', () => void refetch()),
    [refetch],
  )
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
          onAnswer={onAnswer}
          onSeen={() => {
            if (unseen.length === 1) document.getElementById('main')?.focus({ preventScroll: true })
            see.mutate({ params: { id: String(shown.id) }, body: { isSeen: true } })
          }}
        />
      )}
    </>
  )
}
