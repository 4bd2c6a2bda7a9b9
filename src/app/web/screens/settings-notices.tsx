// The settings' section about notices.
import { PushSetting } from '#features/push/web/push-setting.tsx'
import { Section } from '#web/ui/section.tsx'

/** `uid` is the member's. */
export function SettingsNotices({ uid }: { uid: string }) {
  return (
    <Section
      fields="beside"
      title="Notices"
      lead="From your community, even while no page is open. Saved on this device."
    >
      <PushSetting uid={uid} />
    </Section>
  )
}
