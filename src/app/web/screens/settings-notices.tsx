// The settings' sections about notices and reminders.
import { PushSetting } from '#features/push/web/push-setting.tsx'
import { RemindersSetting } from '#features/reminders/web/reminders-setting.tsx'
import { Section } from '#web/ui/section.tsx'
import { t } from '#shared/t.ts'

interface SettingsNoticesProps {
  /** The member's. */
  uid: string
  isEmailConfirmed: boolean
}

export function SettingsNotices({ uid, isEmailConfirmed }: SettingsNoticesProps) {
  return (
    <>
      <Section
        fields="beside"
        title={t('Notices')}
        lead={t('From your community, even while no page is open. Saved on this device.')}
      >
        <PushSetting uid={uid} />
      </Section>
      <Section
        fields="beside"
        title={t('Reminders')}
        lead={t('Before a sitting, and when one changes. Nothing is sent unless you choose it here.')}
      >
        <RemindersSetting isEmailConfirmed={isEmailConfirmed} />
      </Section>
    </>
  )
}
