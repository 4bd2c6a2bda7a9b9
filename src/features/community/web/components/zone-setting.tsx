// The community's time zone for administrators: the present one, a coming one, and how to change it (COM-05).
import { useId, useRef, useState } from 'react'
import { zoneCity } from '#shared/city-names.ts'
import { communityDays, formatDay, type CommunityDays } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import type { CommunitySettings } from '../../contract.ts'
import { zoneAdminCalls } from '../../contract.ts'
import { comingEra } from '../../zone-change.ts'
import { useApplyZone, type SavedZone } from '../hooks/use-apply-zone.ts'
import { ZoneDialog } from './zone-dialog.tsx'

interface ZoneSettingProps {
  settings: Pick<CommunitySettings, 'version' | 'zones'>
  onRefused: (error: unknown) => void
}

/** A section of the community's settings that saves by itself. */
export function ZoneSetting({ settings: { version, zones }, onRefused }: ZoneSettingProps) {
  const { eras, zoneOf } = daysOfEras(zones)
  const present = zoneOf(useToday())
  const coming = comingEra(eras, serverNow())
  const [isOpen, setOpen] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const apply = useApplyZone()
  const zoneId = useId()
  return (
    <Section
      fields="wide"
      title={t('Time zone')}
      lead={t('Days begin and meditations are scheduled by its clock.')}
    >
      <div className="grid max-w-md gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p id={zoneId} aria-live="polite" className="min-w-0 wrap-anywhere">
            <span className="font-strong">{zoneCity(present)}</span>{' '}
            <span className="text-small text-ink-3">{present}</span>
          </p>
          <Button
            ref={changeButton}
            aria-haspopup="dialog"
            aria-describedby={zoneId}
            onClick={() => setOpen(true)}
          >
            {t('Change zone')}
          </Button>
        </div>
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {coming && (
            <ComingZone
              {...{ coming, version, onRefused }}
              onWithdrawn={(saved) => {
                apply(saved)
                // The pressed button goes.
                changeButton.current?.focus()
              }}
            />
          )}
        </div>
      </div>
      {isOpen && (
        <ZoneDialog
          chosen={coming?.zone ?? present}
          onClose={() => setOpen(false)}
          onSaved={(saved) => {
            apply(saved)
            setOpen(false)
          }}
          returnFocusTo={changeButton}
        />
      )}
    </Section>
  )
}

/** A community has at least one era. */
function daysOfEras([first, ...later]: CommunitySettings['zones']): CommunityDays {
  if (!first) throw new Error('The settings name no zone.')
  return communityDays([first, ...later])
}

interface ComingZoneProps {
  coming: { fromDay: string; zone: string }
  version: number
  onWithdrawn: (saved: SavedZone) => void
  onRefused: (error: unknown) => void
}

function ComingZone({ coming: { fromDay, zone }, version, onWithdrawn, onRefused }: ComingZoneProps) {
  const withdraw = useCallMutation(zoneAdminCalls.withdrawZone, {
    onSuccess: onWithdrawn,
    onError: onRefused,
  })
  return (
    <>
      <InlineBanner
        action={
          <Button
            size="sm"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ query: { version: String(version) } })}
          >
            {t('Withdraw')}
          </Button>
        }
      >
        {t('Changes to {city} on {day}.', { city: zoneCity(zone), day: formatDay(fromDay, 'full') })}
      </InlineBanner>
      {withdraw.isError && (
        <FormError>{errorMessageOf(withdraw.error, adminMessages.zoneNotWithdrawn)}</FormError>
      )}
    </>
  )
}
