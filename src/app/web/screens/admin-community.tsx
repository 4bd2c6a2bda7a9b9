// The Community tab: the community's settings, invitations, and the legal texts.
import { CommunityTab } from '#features/community/web/components/community-tab.tsx'
import { InvitesSetting } from '#features/invites/web/invites-setting.tsx'
import { LegalSetting } from '#features/legal/web/legal-setting.tsx'

export function AdminCommunity() {
  return (
    <div className="grid gap-12">
      <CommunityTab />
      <div className="max-w-[46rem]">
        <InvitesSetting />
      </div>
      <LegalSetting />
    </div>
  )
}
