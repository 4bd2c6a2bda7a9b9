// Who can get into the account: changing the password, and signing out everywhere (PROF-25).
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const loadPasswordDialog = async () => (await import('./password-dialog.tsx')).PasswordDialog
const loadLeaveDialog = async () => (await import('./leave-dialog.tsx')).LeaveDialog

/** `email` names the account to the browser's password manager. */
export function AccountAccess({ email }: { email: string }) {
  return (
    <div className="grid gap-5">
      <Row title="Password" text="Changing it signs you out on every other device.">
        <ChangePassword email={email} />
      </Row>
      <Row title="Sessions" text="For a device that is lost, or not your own.">
        <SignOutEverywhere />
      </Row>
    </div>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5">
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-strong">{title}</h3>
        <p className="text-small text-ink-3">{text}</p>
      </div>
      {children}
    </div>
  )
}

function ChangePassword({ email }: { email: string }) {
  const [PasswordDialog, prepare] = useLoaded(loadPasswordDialog)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    prepare()
    setOpen(true)
  }
  return (
    <>
      <Button onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        Change password
      </Button>
      {PasswordDialog && <PasswordDialog email={email} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}

function SignOutEverywhere() {
  const [LeaveDialog, prepare] = useLoaded(loadLeaveDialog)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    prepare()
    setOpen(true)
  }
  return (
    <>
      <Button onPointerEnter={prepare} onFocus={prepare} onClick={open}>
        Sign out everywhere
      </Button>
      {LeaveDialog && <LeaveDialog open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
