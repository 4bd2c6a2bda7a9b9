// What the community recorded for the member: they keep it or not, by two equal buttons (JOIN-06).
import { clsx } from 'clsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { hoursLabel, minutesLabel } from '#features/members/member-labels.ts'
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { useCommunity } from '#web/community.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { createPageStore } from '#web/page-store.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import { offeredTimeCalls, type OfferedTime } from '../contract.ts'

/** Whether the card over the room waits for another screen, or for the next load of the page. */
const laterStore = createPageStore('member', false)

interface OfferedTimeBannerProps {
  /** As a card over the room, which fills the window: it moves nothing, and goes at 'Later', or once its member sits. */
  isCard?: boolean
}

/** Not shown from the bell to the end of the silence (PHASE-11). */
export function OfferedTimeBanner({ isCard = false }: OfferedTimeBannerProps) {
  const { data } = useCall(offeredTimeCalls.offeredTime, {}, { uncached: true })
  const isSilent = useSyncExternalStore(onMeditatingChange, isMeditating)
  const isLater = laterStore.use() && isCard
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
  const shown = isSilent || isLater ? null : data?.offered
  useEffect(() => {
    if (isCard && isSilent) laterStore.set(true)
  }, [isCard, isSilent])
  const decide = (keep: boolean) => {
    if (answer.isPending) return
    setPressed(keep)
    answer.mutate({ body: { keep } })
  }
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {shown &&
          t('Your community has recorded time for you: keep it or not, before the main part of this page.')}
      </p>
      {shown && (
        <div
          className={clsx(
            'flex-none',
            isCard &&
              // Over the stage, beside the chat.
              'pointer-events-none fixed inset-x-4 top-[calc(var(--bar)+0.75rem)] z-40 grid justify-items-center columns:end-[calc(max(17rem,100%/3)+1rem)]',
          )}
        >
          <section
            aria-label={t('Your recorded time')}
            className={clsx(
              'grid gap-2 text-small',
              isCard
                ? 'motion-fade pointer-events-auto w-full max-w-lg rounded-media border border-line bg-surface p-5 shadow-media'
                : 'border-b border-line bg-primary-soft px-4 py-3 md:px-8',
            )}
          >
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <div className="grid min-w-0 flex-1 basis-80 gap-0.5">
                <p className="font-strong wrap-anywhere">{recordedText(name, shown)}</p>
                <p className="text-ink-2">
                  {t(
                    'Keep it, and it is in your own history, for you alone; you can remove it at any time. Otherwise it is deleted.',
                  )}
                </p>
              </div>
              <div className="flex flex-wrap gap-3">
                <div className="grid grid-cols-2 gap-3">
                  <Button busy={answer.isPending && pressed === true} onClick={() => decide(true)}>
                    {t('Keep')}
                  </Button>
                  <Button busy={answer.isPending && pressed === false} onClick={() => decide(false)}>
                    {t('Don’t keep')}
                  </Button>
                </div>
                {isCard && (
                  <Button variant="subtle" onClick={() => laterStore.set(true)}>
                    {t('Later')}
                  </Button>
                )}
              </div>
            </div>
            {answer.error && (
              <FormError>{errorMessageOf(answer.error, t('That wasn’t saved. Please try again.'))}</FormError>
            )}
          </section>
        </div>
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
