// The Users tab: the list of members with the dialogs of its rows, and the banned addresses.
import type { ComponentProps } from 'react'
import { MembersTab } from '#features/members/web/components/members-tab.tsx'
import { AddressBansSection } from '#features/moderation/web/address-bans-section.tsx'

const loadDialogs = async () => (await import('./member-dialogs.tsx')).MemberDialogs

export function AdminUsers(props: Omit<ComponentProps<typeof MembersTab>, 'loadDialogs' | 'children'>) {
  return (
    <MembersTab {...props} loadDialogs={loadDialogs}>
      <AddressBansSection />
    </MembersTab>
  )
}
