// The Community tab: the community's settings, and the legal texts.
import { CommunityTab } from '#features/community/web/components/community-tab.tsx'
import { LegalSetting } from '#features/legal/web/legal-setting.tsx'

export function AdminCommunity() {
  return (
    <div className="grid gap-12">
      <CommunityTab />
      <LegalSetting />
    </div>
  )
}
