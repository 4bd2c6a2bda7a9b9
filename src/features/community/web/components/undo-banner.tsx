// The undo of the last change, for a day.
import { useState } from 'react'
import { timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatDayAndTimeWithLocal } from '#shared/local-time.ts'
import { communityZone } from '#web/community-days.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { localZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { careTextCalls, communityCalls, type CommunitySettings } from '../../contract.ts'

interface UndoBannerProps {
  settings: CommunitySettings
  onUndone: (settings: CommunitySettings) => void
  onRefused: (error: unknown) => void
}

/** Nothing without a change that can be undone, or was undone here. */
export function UndoBanner({ settings: { version, undoUntil }, onUndone, onRefused }: UndoBannerProps) {
  const [isUndone, setUndone] = useState(false)
  const undo = useCallMutation(communityCalls.undoCommunitySettings, {
    evict: [careTextCalls.care],
    onSuccess: (settings) => {
      onUndone(settings)
      setUndone(true)
    },
    onError: (error) => {
      logFailure('The change was not undone.', error)
      onRefused(error)
    },
  })
  if (undoUntil === null)
    return (
      isUndone && (
        // The pressed button is gone.
        <p ref={focusOn} tabIndex={-1} className="rounded-panel bg-sunken px-4 py-3 text-small text-ink-2">
          {t('Change undone')}
        </p>
      )
    )
  const until = formatDayAndTimeWithLocal(timestampToMs(undoUntil), {
    community: communityZone(),
    local: localZone(),
  })
  return (
    <div className="grid gap-3 rounded-panel bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-small text-ink-2">
          {t('The last change can be undone until {day}, {time}.', until)}
        </p>
        <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate({ body: { version } })}>
          {t('Undo the last change')}
        </Button>
      </div>
      {undo.isError && <FormError>{errorMessageOf(undo.error, adminMessages.communityNotSaved)}</FormError>}
    </div>
  )
}

function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
