// The account menu's trigger: the member's own picture.
import type { ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'

export interface AvatarUser {
  id: string | number
  name: string
  profilePicture: string | null
}

type TriggerProps = { user: AvatarUser } & Partial<ComponentProps<typeof IconButton>>

/** Rendered alone until the menu loads, then inside the menu. */
export function AccountTrigger({ user, ...rest }: TriggerProps) {
  return (
    <IconButton {...rest} label={t('Your account')} variant="subtle">
      <Avatar id={user.id} name={user.name} src={user.profilePicture} size={38} />
    </IconButton>
  )
}
