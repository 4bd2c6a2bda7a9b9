// Button of a member's action menu, which is loaded on intent.
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import type { Member } from '../../contract.ts'
import type { MemberAction } from '../data/member-actions.ts'

const loadMenu = async () => (await import('./member-menu.tsx')).MemberMenu

export type ChooseAction = (action: MemberAction, member: Member, button: HTMLElement | null) => void

interface MemberMenuButtonProps {
  member: Member
  /** Receives the button too, which gets the focus back when the action is done. */
  onChoose: ChooseAction
}

export function MemberMenuButton({ member, onChoose }: MemberMenuButtonProps) {
  const [MemberMenu, button] = useLazyMenu(loadMenu)
  const trigger = useRef<HTMLButtonElement>(null)
  if (MemberMenu) {
    return (
      <MemberMenu
        member={member}
        trigger={<Trigger ref={trigger} member={member} />}
        onChoose={(action) => onChoose(action, member, trigger.current)}
      />
    )
  }
  return <Trigger member={member} {...button} />
}

type TriggerProps = { member: Member } & Partial<ComponentProps<typeof IconButton>>

function Trigger({ member, ...rest }: TriggerProps) {
  return (
    <IconButton {...rest} label={t('Actions for {name}', { name: member.name })} variant="subtle">
      <Ellipsis aria-hidden className="size-5" strokeWidth={1.8} />
    </IconButton>
  )
}
