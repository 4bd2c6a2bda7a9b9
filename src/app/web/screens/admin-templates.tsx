// Admin › Templates: what teachers propose, and all templates, with the community's bell to listen to.
import { CommunityBellButton } from '#features/sittings/web/components/bell-choice.tsx'
import { TemplatesTab } from '#features/templates/web/components/templates-tab.tsx'
import { ProposedTemplates } from '#features/templates/web/proposals/proposed-templates.tsx'

export function AdminTemplates() {
  return (
    <>
      <ProposedTemplates listenButton={<CommunityBellButton />} />
      <TemplatesTab listenButton={<CommunityBellButton />} />
    </>
  )
}
