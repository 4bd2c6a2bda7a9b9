// 'Your calendar' dialog: the address of the member's feed, shown once, and calendars that read it (CAL-01, CAL-05).
import { useState } from 'react'
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { rich } from '#web/i18n/rich.tsx'
import { displayZone } from '#web/local-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/field.tsx'
import { ShownOnceAddress } from '#web/ui/shown-once-address.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation, useReadFailure } from '#web/use-call.ts'
import { calendarCalls } from '../contract.ts'

interface CalendarDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CalendarDialog({ open, onOpenChange }: CalendarDialogProps) {
  const query = useCall(calendarCalls.calendarFeed, {}, { uncached: true, enabled: open })
  const isFailed = useReadFailure(query)
  const renewal = useCallMutation(calendarCalls.renewCalendarFeed, {
    refetch: [calendarCalls.calendarFeed],
    onSuccess: () => setConfirming(false),
  })
  const [isConfirming, setConfirming] = useState(false)
  const createdAt = query.data?.createdAt ?? null
  const url = renewal.data?.url ?? null
  const setOpen = (next: boolean) => {
    if (!next) {
      // The address is in the page only while the dialog is open.
      renewal.reset()
      setConfirming(false)
    }
    onOpenChange(next)
  }
  const renew = () => renewal.mutate({})
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('Sittings in your calendar')}
      description={t(
        'Your calendar reads the sittings at an address of your own, and shows them in your time zone.',
      )}
      footer={
        isConfirming ? (
          <>
            <Button disabled={renewal.isPending} onClick={() => setConfirming(false)}>
              {t('Keep the old one')}
            </Button>
            <Button variant="primary" busy={renewal.isPending} onClick={renew}>
              {t('Make a new address')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen(false)}>{t('Close')}</Button>
        )
      }
    >
      <div className="grid gap-5">
        {query.isPending && !isFailed && <Skeleton className="h-11" />}
        {isFailed && !query.data && (
          <ErrorPanel busy={query.isFetching} onRetry={() => void query.refetch()}>
            {t('Your calendar’s address didn’t load.')}
          </ErrorPanel>
        )}
        {isConfirming ? (
          <p>
            {t(
              'Calendars that read the old address stop showing changes. You’d subscribe again with the new one.',
            )}
          </p>
        ) : url !== null ? (
          <FeedAddress url={url} />
        ) : (
          query.data && (
            <FeedState
              createdAt={createdAt}
              isBusy={renewal.isPending}
              onMake={createdAt === null ? renew : () => setConfirming(true)}
            />
          )
        )}
        {renewal.isError && (
          <FormError>{errorMessageOf(renewal.error, t('That didn’t work. Please try again.'))}</FormError>
        )}
        {!isConfirming && <Programs />}
      </div>
    </Dialog>
  )
}

interface FeedStateProps {
  createdAt: string | null
  isBusy: boolean
  onMake: () => void
}

function FeedState({ createdAt, isBusy, onMake }: FeedStateProps) {
  if (createdAt === null)
    return (
      <div>
        <Button variant="primary" busy={isBusy} onClick={onMake}>
          {t('Make my address')}
        </Button>
      </div>
    )
  const day = formatDay(dayInZone(timestampToMs(createdAt), displayZone()), 'long')
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {t(
          'You have had an address since {day}. It is as secret as a password, so we can’t show it again. Lost it? Make a new one.',
          { day },
        )}
      </p>
      <Button onClick={onMake}>{t('Make a new address')}</Button>
    </div>
  )
}

function FeedAddress({ url }: { url: string }) {
  return (
    <ShownOnceAddress
      label={t('Your address')}
      url={url}
      hint={t('Copy it now: it is shown only this once. Keep it to yourself.')}
      copy={t('Copy address')}
      copied={t('Paste it where your calendar asks for an address.')}
    />
  )
}

function Programs() {
  return (
    <div className="grid gap-2 text-small text-ink-2">
      <ul className="grid gap-2">
        <li>
          {rich(
            '<b>Google Calendar:</b> on a computer, choose Other calendars, From URL. It updates about once a day.',
            { b: (text) => <b className="font-strong text-ink">{text}</b> },
          )}
        </li>
        <li>
          {rich(
            '<b>Apple Calendar:</b> choose File, New Calendar Subscription; on an iPhone, Calendars, Add Calendar. It updates every few hours.',
            { b: (text) => <b className="font-strong text-ink">{text}</b> },
          )}
        </li>
        <li>
          {rich('<b>Outlook:</b> choose Add calendar, Subscribe from web. It updates every few hours.', {
            b: (text) => <b className="font-strong text-ink">{text}</b>,
          })}
        </li>
      </ul>
      <p>{t('A sitting that moves today may show there later. “Coming days” here is always right.')}</p>
    </div>
  )
}
