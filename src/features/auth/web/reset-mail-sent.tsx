// Confirmation after requesting a reset mail. It doesn't reveal whether the account exists (AUTH-12).
import { EmailAddress, InlineNotice } from './inline-notice.tsx'

export function ResetMailSent({ email }: { email: string }) {
  return (
    <InlineNotice kind="mail">
      If <EmailAddress>{email}</EmailAddress> has an account here, an email with a link is on its way. Open
      the link to choose a new password. Nothing after a few minutes? Please check your spam folder.
    </InlineNotice>
  )
}
