// Account settings of the built-in provider: change password, sign out everywhere (PROF-25).
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'

const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const SignOutEverywhereDialog = lazyPart(
  async () => (await import('./sign-out-everywhere-dialog.tsx')).SignOutEverywhereDialog,
)

/** `email` identifies the account to the browser's password manager. */
export function AccountAccess({ email }: { email: string }) {
  const [password, passwordDialog] = useLazyDialog(PasswordDialog)
  const [signOut, signOutDialog] = useLazyDialog(SignOutEverywhereDialog)
  return (
    <>
      <SettingRow title={t('Password')} text={t('Changing it signs you out on every other device.')}>
        <Button {...password}>{t('Change password')}</Button>
        <PasswordDialog email={email} {...passwordDialog} />
      </SettingRow>
      <SettingRow title={t('Sessions')} text={t('For a lost or shared device.')}>
        <Button {...signOut}>{t('Sign out everywhere')}</Button>
        <SignOutEverywhereDialog {...signOutDialog} />
      </SettingRow>
    </>
  )
}
