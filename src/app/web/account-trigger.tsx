// The account menu's trigger: the member's own picture.
import type { ComponentProps } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'

export interface AvatarUser {
  id: string | number
  name: string
  profilePicture: string | null
}

type TriggerProps = { person: AvatarUser } & Partial<ComponentProps<typeof IconButton>>

/** Rendered alone until the menu loads, then inside the menu. */
export function AccountTrigger({ person, ...rest }: TriggerProps) {
  return (
    <IconButton {...rest} label="Your account" variant="quiet" className="hidden! lg:inline-flex!">
      <Avatar id={person.id} name={person.name} src={person.profilePicture} size={38} />
    </IconButton>
  )
}
