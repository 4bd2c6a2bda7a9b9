// The settings' sections about what reaches a member.
import { useRef } from 'react'
import { NotificationsSetting } from '#features/notifications/web/notifications-setting.tsx'
import { PushSetting } from '#features/push/web/push-setting.tsx'
import { usePushReach } from '#features/push/web/use-push-reach.ts'
import { t } from '#shared/i18n/t.ts'
import { Section } from '#web/ui/section.tsx'
import { noticesId, remindersId, useNamedPlace } from './settings-place.ts'

interface SettingsNotificationsProps {
  /** The member's. */
  uid: string
  isEmailConfirmed: boolean
}

export function SettingsNotifications({ uid, isEmailConfirmed }: SettingsNotificationsProps) {
  const pushSection = useRef<HTMLDivElement>(null)
  const reminders = useRef<HTMLDivElement>(null)
  useNamedPlace(pushSection, noticesId)
  useNamedPlace(reminders, remindersId)
  const reach = usePushReach()
  const goToPushSwitch = () => {
    pushSection.current?.scrollIntoView({ block: 'nearest' })
    pushSection.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <div ref={pushSection} id={noticesId} tabIndex={-1} className="scroll-mt-(--bar) outline-none">
        <Section
          fields="beside"
          title={t('Notices')}
          lead={t('From your community, even while no page is open. Saved on this device.')}
        >
          <PushSetting uid={uid} />
        </Section>
      </div>
      <div ref={reminders} id={remindersId} tabIndex={-1} className="scroll-mt-(--bar) outline-none">
        <Section
          fields="beside"
          title={t('Reminders')}
          lead={t('Before a sitting, and when one changes. Nothing is sent unless you choose it here.')}
        >
          <NotificationsSetting {...{ isEmailConfirmed, reach, goToPushSwitch }} />
        </Section>
      </div>
    </>
  )
}
