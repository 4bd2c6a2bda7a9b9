// Community tab: what administrators set for everyone (COM-01, PULSE-06, CARE-04).
import { t } from '#shared/i18n/t.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { fieldsChangedBetween } from '../../settings-draft.ts'
import { useSettingsDraft } from '../hooks/use-settings-draft.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { LogoSetting } from './logo-setting.tsx'
import { SettingsForm } from './settings-form.tsx'
import { UndoBanner } from './undo-banner.tsx'
import { ZoneSetting } from './zone-setting.tsx'

/** Reloads on every opening, and on focus. */
export function CommunityTab() {
  const { settings, isFailed, isFetching, refetch, receive, receiveRefusal } = useSettings()
  const draft = useSettingsDraft()
  if (settings)
    return (
      <div className="grid max-w-[46rem] gap-10">
        <div className="grid gap-3">
          <p className="text-ink-2">
            {t(
              'APP_NAME and TIME_ZONE filled in the name and the zone at the first start. Since then, they are changed here alone.',
            )}
          </p>
          <UndoBanner
            settings={settings}
            onUndone={(undone) => {
              draft.ownChange(fieldsChangedBetween(settings, undone), undone)
              receive(undone)
            }}
            onRefused={receiveRefusal}
          />
        </div>
        <LogoSetting settings={settings} onSaved={receive} onRefused={receiveRefusal} />
        <ZoneSetting settings={settings} onRefused={receiveRefusal} />
        <SettingsForm settings={settings} draft={draft} onSaved={receive} onRefused={receiveRefusal} />
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
