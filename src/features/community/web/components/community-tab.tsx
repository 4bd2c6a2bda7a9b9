// Community tab: what administrators set for everyone (COM-01, PULSE-06, CARE-04).
import { useState } from 'react'
import { adminMessages } from '#web/admin-messages.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { communityCalls, type CommunitySettings } from '../../contract.ts'
import { LogoSetting } from './logo-setting.tsx'
import { ZoneSetting } from './zone-setting.tsx'
import { SettingsForm } from './settings-form.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { t } from '#shared/t.ts'

/** Reloads on every opening. */
export function CommunityTab() {
  const query = useCall(communityCalls.communitySettings, {}, { uncached: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  /** As the last change on this screen returned them. */
  const [saved, setSaved] = useState<CommunitySettings | null>(null)
  const [formKey, setFormKey] = useState(0)
  const settings = saved ?? data
  const restart = (current: CommunitySettings | null) => {
    setSaved(current)
    setFormKey(formKey + 1)
  }
  if (settings)
    return (
      <div className="grid max-w-[46rem] gap-10">
        <div className="grid gap-3">
          <p className="text-ink-2">
            {t(
              'APP_NAME and TIME_ZONE filled in the name and the zone at the first start. Since then, they are changed here alone.',
            )}
          </p>
          <UndoNotice settings={settings} onUndone={restart} />
        </div>
        <LogoSetting settings={settings} onSaved={setSaved} />
        <ZoneSetting onSaved={(zone) => setSaved({ ...settings, ...zone })} />
        <SettingsForm
          key={formKey}
          settings={settings}
          onSaved={setSaved}
          onReload={async () => {
            const { isSuccess } = await refetch()
            if (isSuccess) restart(null)
          }}
        />
      </div>
    )
  if (isFailed)
    return (
      <ErrorPanel title={adminMessages.communityFailed} busy={isFetching} onRetry={() => void refetch()}>
        {t('The saved settings still apply.')}
      </ErrorPanel>
    )
  return (
    <>
      <p role="status" className="sr-only">
        {t('Loading the settings')}
      </p>
      <Skeleton className="min-h-84" />
    </>
  )
}
