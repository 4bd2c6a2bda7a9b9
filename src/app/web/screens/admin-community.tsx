// The Community tab: the community's settings in parts, and the legal texts.
import { communityParts } from '#features/community/settings-parts.ts'
import { CommunityTab } from '#features/community/web/components/community-tab.tsx'
import { LegalSetting } from '#features/legal/web/legal-setting.tsx'

interface AdminCommunityProps {
  /** Of the address; another one than the tab's, or none, opens the first. */
  part: string | null
  onPart: (part: string) => void
}

export function AdminCommunity({ part, onPart }: AdminCommunityProps) {
  return (
    <CommunityTab
      part={communityParts.find((each) => each === part) ?? communityParts[0]}
      onPart={onPart}
      legalTexts={<LegalSetting />}
    />
  )
}
