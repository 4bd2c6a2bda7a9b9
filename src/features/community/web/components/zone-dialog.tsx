// Dialog for another time zone of the community: the choice, and what it changes before it is saved (COM-05).
import { useState, type RefObject } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf, isChangedMeanwhile, validationIssuesOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { displayZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/field.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TimeZoneField } from '#web/ui/time-zone-field.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { zoneAdminCalls, type ZonePreview } from '../../contract.ts'
import {
  firstDaySentence,
  formatLocalDateTime,
  lastDaySentence,
  movedSentence,
} from '../../zone-sentences.ts'
import type { SavedZone } from '../hooks/use-apply-zone.ts'

interface ZoneDialogProps {
  /** The zone that was chosen last. */
  chosen: string
  onClose: () => void
  onSaved: (saved: SavedZone) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function ZoneDialog({ chosen, onClose, onSaved, returnFocusTo }: ZoneDialogProps) {
  const [zone, setZone] = useState(chosen)
  const preview = useCall(
    zoneAdminCalls.previewZone,
    { body: { zone } },
    { enabled: zone !== chosen, uncached: true, cachedBy: zone },
  )
  const save = useCallMutation(zoneAdminCalls.saveZone, {
    onSuccess: onSaved,
    onError: (error) => logFailure('The time zone was not changed.', error),
  })
  const { data } = preview
  const issue = validationIssuesOf(preview.error).find(({ path }) => path === 'zone')
  const canSave = zone !== chosen && data !== undefined && data.refused === null && data.fromDay !== null
  return (
    <Dialog
      open
      title={t('Change the time zone')}
      description={t('Past days stay as they were.')}
      onOpenChange={() => {
        if (!save.isPending) onClose()
      }}
      returnFocusTo={returnFocusTo}
      footer={
        <DialogActions
          disabled={!canSave}
          busy={save.isPending}
          onClick={() => {
            if (data) save.mutate({ body: { zone, version: data.version } })
          }}
          onCancel={onClose}
        >
          {t('Change the time zone')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <TimeZoneField
          label={t('Time zone')}
          value={zone}
          onChange={(next) => {
            setZone(next)
            save.reset()
          }}
          error={issue?.message}
        />
        {zone === chosen ? (
          <p className="text-ink-2">{t('Choose another one to see what it changes.')}</p>
        ) : data ? (
          <PreviewDetails zone={zone} preview={data} />
        ) : preview.isError ? (
          !issue && (
            <ErrorPanel busy={preview.isFetching} onRetry={() => void preview.refetch()}>
              {errorMessageOf(preview.error, t('What it changes didn’t load.'))}
            </ErrorPanel>
          )
        ) : (
          <div role="status">
            <span className="sr-only">{t('Loading what it changes')}</span>
            <Skeleton className="h-24" />
          </div>
        )}
        {save.isError && (
          <SaveFailure
            message={errorMessageOf(save.error, adminMessages.zoneNotSaved)}
            isStale={isChangedMeanwhile(save.error)}
            onReload={async () => {
              const { isSuccess } = await preview.refetch()
              if (isSuccess) save.reset()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

/** From which day, what moves, and what doesn't. */
function PreviewDetails({ zone, preview }: { zone: string; preview: ZonePreview }) {
  const { fromDay, startsAtMs, atOnce, refused, moved, movedCount } = preview
  const days = useCommunityDays()
  const [local] = useState(displayZone)
  if (refused !== null) return <FormError>{refused}</FormError>
  if (fromDay === null || startsAtMs === null) return <p>{t('The community already uses this time zone.')}</p>
  const lastDay = atOnce ? null : lastDaySentence(days, { fromDay, startsAtMs })
  return (
    <div className="grid gap-4" role="status">
      <p>
        {[
          atOnce
            ? t('It applies at once: no day has a visit, a message or an entry yet.')
            : firstDaySentence(zone, { fromDay, startsAtMs }, local),
          lastDay,
        ]
          .filter((sentence) => sentence !== null)
          .join(' ')}
      </p>
      <div className="grid gap-2">
        <p>{movedSentence(movedCount, zone)}</p>
        {movedCount > 0 && <MovedList moved={moved} movedCount={movedCount} local={local} />}
      </div>
      <p className="text-small text-ink-3">
        {atOnce
          ? t(
              'Sittings whose doors are open, and those in another time zone stay where they are. Meditations without a start are open from the new midnight on.',
            )
          : t(
              'Earlier sittings, those whose doors are open, and those in another time zone stay where they are. Meditations without a start are open from the new midnight on.',
            )}
      </p>
    </div>
  )
}

function MovedList({
  moved,
  movedCount,
  local,
}: Pick<ZonePreview, 'moved' | 'movedCount'> & { local: string }) {
  const more = movedCount - moved.length
  return (
    <>
      <ul
        aria-label={t('Sittings that move')}
        className="grid max-h-64 divide-y divide-line overflow-y-auto rounded-panel border border-line px-4"
      >
        {moved.map(({ date, title, fromMs, toMs }) => (
          <li
            key={`${date} ${fromMs}`}
            className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="min-w-0 wrap-anywhere">
              <span>{title}</span> <span className="text-small text-ink-3">{formatDay(date, 'short')}</span>
            </span>
            <span className="text-small sm:text-end">
              <s className="text-ink-3">
                <span className="sr-only">{t('from')} </span>
                <span>{capitalize(formatLocalDateTime(fromMs, local))}</span>
              </s>{' '}
              <span className="block">
                <span className="sr-only">{t('to')} </span>
                <span>{capitalize(formatLocalDateTime(toMs, local))}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-small text-ink-3">{t('And {count, number} more.', { count: more })}</p>}
    </>
  )
}
