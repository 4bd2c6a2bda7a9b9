// What the community recorded for the member: they keep it or not, by two equal buttons (JOIN-06).
import { useState, useSyncExternalStore } from 'react'
import { hoursLabel, minutesLabel } from '#features/members/member-labels.ts'
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import { offeredTimeCalls, type OfferedTime } from '../contract.ts'

/** Not shown from the bell to the end of the silence (PHASE-11). */
export function OfferedTimeBanner() {
  const { data } = useCall(offeredTimeCalls.offeredTime, {}, { uncached: true })
  const isSilent = useSyncExternalStore(onMeditatingChange, isMeditating)
  const { name } = useCommunity()
  const [pressed, setPressed] = useState<boolean | null>(null)
  const answer = useCallMutation(offeredTimeCalls.answerOfferedTime, {
    keyPerInput: true,
    refetch: [offeredTimeCalls.offeredTime],
    onSuccess: ({ imported, skipped }) => {
      if (imported + skipped === 0) return
      toast({
        title: t('Kept'),
        description: [
          t('{imported, plural, one {One sit is} other {# sits are}} in your history.', { imported }),
          skipped > 0 ? t('{skipped, plural, one {One was} other {# were}} there already.', { skipped }) : '',
        ].join(' '),
      })
    },
  })
  const offered = data?.offered
  const decide = (keep: boolean) => {
    if (answer.isPending) return
    setPressed(keep)
    answer.mutate({ body: { keep } })
  }
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {offered &&
          !isSilent &&
          t('Your community has recorded time for you: keep it or not, before the main part of this page.')}
      </p>
      {offered && !isSilent && (
        <section
          aria-label={t('Your recorded time')}
          className="grid flex-none gap-2 border-b border-line bg-primary-soft px-4 py-3 text-small md:px-8"
        >
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="grid min-w-0 flex-1 basis-80 gap-0.5">
              <p className="font-strong">{recordedText(name, offered)}</p>
              <p className="text-ink-2">
                {t(
                  'Keep it, and it is in your own history, for you alone; you can remove it at any time. Otherwise it is deleted.',
                )}
              </p>
            </div>
            <div className="grid grid-cols-2 gap-3">
              <Button busy={answer.isPending && pressed === true} onClick={() => decide(true)}>
                {t('Keep')}
              </Button>
              <Button busy={answer.isPending && pressed === false} onClick={() => decide(false)}>
                {t('Don’t keep')}
              </Button>
            </div>
          </div>
          {answer.error && (
            <FormError>{errorMessageOf(answer.error, t('That wasn’t saved. Please try again.'))}</FormError>
          )}
        </section>
      )}
    </>
  )
}

function recordedText(community: string, { minutes, from, to }: OfferedTime): string {
  const values = {
    community,
    time: hoursLabel(minutes) ?? minutesLabel(minutes),
    from: formatDay(from, 'medium'),
    to: formatDay(to, 'medium'),
  }
  return from === to
    ? t('{community} recorded {time} for you, on {from}.', values)
    : t('{community} recorded {time} for you, from {from} to {to}.', values)
}
