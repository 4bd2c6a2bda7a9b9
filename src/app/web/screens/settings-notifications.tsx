// The settings' sections about what reaches a member.
import { NotificationsSetting } from '#features/notifications/web/notifications-setting.tsx'
import { PushSetting } from '#features/push/web/push-setting.tsx'
import { usePushReach } from '#features/push/web/use-push-reach.ts'
import { t } from '#shared/i18n/t.ts'
import { Section } from '#web/ui/section.tsx'
import { noticesId, remindersId } from './settings-place.ts'

interface SettingsNotificationsProps {
  /** The member's. */
  uid: string
  isEmailConfirmed: boolean
}

export function SettingsNotifications({ uid, isEmailConfirmed }: SettingsNotificationsProps) {
  const reach = usePushReach()
  const goToPushSwitch = () => {
    const notices = document.getElementById(noticesId)
    notices?.scrollIntoView({ block: 'nearest' })
    notices?.querySelector('input')?.focus()
  }
  return (
    <>
      <Section
        id={noticesId}
        fields="beside"
        title={t('Notices')}
        lead={t('From your community, even while no page is open. Saved on this device.')}
      >
        <PushSetting uid={uid} />
      </Section>
      <Section
        id={remindersId}
        fields="beside"
        title={t('Reminders')}
        lead={t('Before a sitting, and when one changes. Nothing is sent unless you choose it here.')}
      >
        <NotificationsSetting {...{ isEmailConfirmed, reach, goToPushSwitch }} />
      </Section>
    </>
  )
}
