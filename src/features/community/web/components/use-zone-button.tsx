// 'Use Berlin time': makes the viewer's time zone the community's with one press (MED-48).
import { zoneCity } from '#shared/city-names.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { zoneAdminCalls } from '../../contract.ts'
import { useApplyZone } from '../hooks/use-apply-zone.ts'

export function UseZoneButton({ zone }: { zone: string }) {
  const apply = useApplyZone()
  const onError = (error: unknown) => showAdminErrorToast(errorMessageOf(error, adminMessages.zoneNotSaved))
  const save = useCallMutation(zoneAdminCalls.saveZone, {
    // The step's tick shows it.
    onSuccess: apply,
    onError,
  })
  // For the version of the settings.
  const preview = useCallMutation(zoneAdminCalls.previewZone, {
    onSuccess: ({ version, refused }) =>
      refused === null ? save.mutate({ body: { zone, version } }) : showAdminErrorToast(refused),
    onError,
  })
  return (
    <Button busy={preview.isPending || save.isPending} onClick={() => preview.mutate({ body: { zone } })}>
      {t('Use {city} time', { city: zoneCity(zone) })}
    </Button>
  )
}
