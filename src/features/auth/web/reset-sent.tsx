// What to do once a reset mail is on its way. It doesn't tell whether there is such an account (AUTH-12).
import { Address, CalmNote } from './calm-note.tsx'

export function ResetSent({ email }: { email: string }) {
  return (
    <CalmNote kind="mail">
      If <Address>{email}</Address> has an account here, a mail with a link is on its way. Open the link to
      choose a new password. Nothing there after a few minutes? Please look among the spam.
    </CalmNote>
  )
}
