// The Users tab: the list of members with the dialogs of its rows, invitations and lists, and the banned addresses.
import { Plus } from 'lucide-react'
import { useId, useState, type ComponentProps } from 'react'
import { InviteListFilter } from '#features/invite-batches/web/invite-list-filter.tsx'
import { InvitesSetting } from '#features/invites/web/invites-setting.tsx'
import { readMemberFilter } from '#features/members/member-filter.ts'
import { MembersTab } from '#features/members/web/components/members-tab.tsx'
import { AddressBansSection } from '#features/moderation/web/address-bans-section.tsx'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

const InviteLists = lazyPart(
  async () => (await import('#features/invite-batches/web/invite-lists.tsx')).InviteLists,
)
const MemberDialogs = lazyPart(async () => (await import('./member-dialogs.tsx')).MemberDialogs)

type AdminUsersProps = Omit<
  ComponentProps<typeof MembersTab>,
  'MemberDialogs' | 'children' | 'filterSelects' | 'tools' | 'unfolded'
> & {
  /** A part that begins with `invite` opens the invitations. */
  part?: string | null
}

export function AdminUsers({ part = null, ...props }: AdminUsersProps) {
  const [isInviting, setInviting] = useInvitesOpen(part)
  const id = useId()
  const { filter, onFilter } = props
  return (
    <MembersTab
      {...props}
      MemberDialogs={MemberDialogs}
      filterSelects={
        <InviteListFilter
          value={filter.inviteBatch}
          onChange={(inviteBatch) => onFilter(readMemberFilter({ ...filter, inviteBatch }))}
        />
      }
      tools={
        <Button aria-expanded={isInviting} aria-controls={id} onClick={() => setInviting(!isInviting)}>
          <Plus aria-hidden className="size-5" strokeWidth={1.8} />
          {t('Invite')}
        </Button>
      }
      unfolded={
        <div id={id} hidden={!isInviting} className="rounded-panel bg-sunken px-5 py-5">
          {isInviting && (
            <div className="grid gap-8">
              <InvitesSetting opensPoster={part === 'invite-poster'} />
              <InviteLists
                key={part}
                opensDialog={part === 'invite-list'}
                onShowJoined={(batchId) => {
                  onFilter({ inviteBatch: String(batchId) })
                  setInviting(false)
                }}
              />
            </div>
          )}
        </div>
      }
    >
      <AddressBansSection />
    </MembersTab>
  )
}

/** Open once the address names them; another address decides again. */
function useInvitesOpen(part: string | null): [boolean, (isOpen: boolean) => void] {
  const opened = { part, isOpen: part?.startsWith('invite') === true }
  const [state, setState] = useState(opened)
  if (state.part !== part) setState(opened)
  return [state.isOpen, (isOpen) => setState({ part, isOpen })]
}
