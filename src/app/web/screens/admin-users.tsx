// The Users tab: the list of members with the dialogs of its rows, and the banned addresses.
import type { ComponentProps } from 'react'
import { MembersTab } from '#features/members/web/components/members-tab.tsx'
import { AddressBansSection } from '#features/moderation/web/address-bans-section.tsx'
import { lazyPart } from '#web/lazy-part.tsx'

const MemberDialogs = lazyPart(async () => (await import('./member-dialogs.tsx')).MemberDialogs)

export function AdminUsers(props: Omit<ComponentProps<typeof MembersTab>, 'MemberDialogs' | 'children'>) {
  return (
    <MembersTab {...props} MemberDialogs={MemberDialogs}>
      <AddressBansSection />
    </MembersTab>
  )
}
