// Admin › Templates, with the community's bell to listen to.
import { CommunityBellButton } from '#features/sittings/web/components/bell-choice.tsx'
import { TemplatesTab } from '#features/templates/web/components/templates-tab.tsx'

export function AdminTemplates() {
  return <TemplatesTab listenButton={<CommunityBellButton />} />
}
