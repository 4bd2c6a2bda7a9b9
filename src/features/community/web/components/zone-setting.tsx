// The community's time zone for administrators: the present one, a coming one, and how to change it (COM-05).
import { useRef, useState } from 'react'
import { adminMessages } from '#web/admin-messages.ts'
import { formatDay } from '#shared/day.ts'
import { zoneCity } from '#shared/city-names.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { useToday } from '#web/use-today.ts'
import { zoneAdminCalls } from '../../zone-admin-contract.ts'
import { comingEra } from '../../zone-change.ts'
import { useApplyZone, type SavedZone } from '../hooks/use-apply-zone.ts'
import { ZoneDialog } from './zone-dialog.tsx'
import { t } from '#shared/t.ts'

interface ZoneSettingProps {
  /** Called after a change, with the new version of the settings. */
  onSaved: (saved: SavedZone) => void
}

/** A section of the community's settings that saves by itself. */
export function ZoneSetting({ onSaved }: ZoneSettingProps) {
  const days = useCommunityDays()
  const present = days.zoneOf(useToday())
  const coming = comingEra(days.eras, serverNow())
  const [isOpen, setOpen] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const applyZone = useApplyZone()
  const apply = (saved: SavedZone) => {
    applyZone(saved)
    onSaved(saved)
  }
  return (
    <Section
      title={t('Time zone')}
      lead={t('By its clock the days begin, and the meditations are scheduled.')}
    >
      <div className="grid max-w-md gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 wrap-anywhere">
            <span className="font-strong">{zoneCity(present)}</span>{' '}
            <span className="text-small text-ink-3">{present}</span>
          </p>
          <Button ref={changeButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('Change zone')}
          </Button>
        </div>
        {coming && <ComingZone coming={coming} apply={apply} />}
      </div>
      {isOpen && (
        <ZoneDialog
          chosen={coming?.zone ?? present}
          onClose={() => setOpen(false)}
          onSaved={(saved) => {
            apply(saved)
            toast({ title: adminMessages.zoneSaved })
            setOpen(false)
          }}
          returnFocusTo={changeButton}
        />
      )}
    </Section>
  )
}

interface ComingZoneProps {
  coming: { fromDay: string; zone: string }
  apply: (saved: SavedZone) => void
}

function ComingZone({ coming: { fromDay, zone }, apply }: ComingZoneProps) {
  const withdraw = useCallMutation(zoneAdminCalls.withdrawZone, {
    onSuccess: (saved) => {
      apply(saved)
      toast({ title: adminMessages.zoneWithdrawn })
    },
  })
  return (
    <>
      <InlineNotice
        action={
          <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            {t('Withdraw')}
          </Button>
        }
      >
        {t('Changes to {city} on {day}.', { city: zoneCity(zone), day: formatDay(fromDay, 'full') })}
      </InlineNotice>
      {withdraw.isError && (
        <FormError>{errorMessageOf(withdraw.error, adminMessages.zoneNotWithdrawn)}</FormError>
      )}
    </>
  )
}
