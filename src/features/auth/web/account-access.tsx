// Account settings: change password, sign out everywhere (PROF-25), download data, delete account (PROF-24).
import { Button } from '#web/ui/button.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { useLazyDialog } from '#web/use-lazy-import.ts'

const loadPasswordDialog = async () => (await import('./password-dialog.tsx')).PasswordDialog
const loadSignOutEverywhereDialog = async () =>
  (await import('./sign-out-everywhere-dialog.tsx')).SignOutEverywhereDialog
const loadDownloadData = async () => (await import('./download-data.tsx')).DownloadData
const loadDeleteAccount = async () => (await import('./delete-account.tsx')).DeleteAccount

/** `email` identifies the account to the browser's password manager. */
export function AccountAccess({ email }: { email: string }) {
  const [PasswordDialog, password, passwordDialog] = useLazyDialog(loadPasswordDialog)
  const [SignOutDialog, signOut, signOutDialog] = useLazyDialog(loadSignOutEverywhereDialog)
  return (
    <>
      <SettingRow title="Password" text="Changing it signs you out on every other device.">
        <Button {...password}>Change password</Button>
        {PasswordDialog && <PasswordDialog email={email} {...passwordDialog} />}
      </SettingRow>
      <SettingRow title="Sessions" text="For a lost or shared device.">
        <Button {...signOut}>Sign out everywhere</Button>
        {SignOutDialog && <SignOutDialog {...signOutDialog} />}
      </SettingRow>
    </>
  )
}

/** `onDeleted` navigates to the page that confirms the deletion. */
export function OwnData({ email, onDeleted }: { email: string; onDeleted: () => Promise<void> }) {
  const [DownloadData, download, downloadDialog] = useLazyDialog(loadDownloadData)
  const [DeleteAccount, deletion, deletionDialog] = useLazyDialog(loadDeleteAccount)
  return (
    <>
      <SettingRow title="Your data" text="Everything we store about you, in one file.">
        <Button {...download}>Download my data</Button>
        {DownloadData && <DownloadData {...downloadDialog} />}
      </SettingRow>
      <SettingRow title="Leaving" text="Erases your account and all your data right away.">
        <Button variant="danger" {...deletion}>
          Delete my account
        </Button>
        {DeleteAccount && <DeleteAccount email={email} onDeleted={onDeleted} {...deletionDialog} />}
      </SettingRow>
    </>
  )
}
