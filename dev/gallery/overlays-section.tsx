// Gallery: dialogs and toasts; main.tsx mounts the Toaster.
import { useState } from 'react'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'

const longText = Array.from(
  { length: 12 },
  (_, index) => `${index + 1}. ${'Settle, notice, let go. '.repeat(9)}`,
)

export function OverlaysSection() {
  const [open, setOpen] = useState<'none' | 'short' | 'long' | 'question'>('none')
  const close = () => setOpen('none')
  return (
    <section className="grid gap-5 border-t border-line pt-6">
      <h2 className="serif text-section">Dialogs and toasts</h2>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('short')}>Open dialog</Button>
        <Button onClick={() => setOpen('long')}>Open long dialog</Button>
        <Button onClick={() => setOpen('question')}>Open question</Button>
        <ToastButtons />
      </div>
      <ShortDialog open={open === 'short'} onClose={close} />
      <LongDialog open={open === 'long'} onClose={close} />
      <ConfirmDialog
        open={open === 'question'}
        title="Delete this meditation?"
        description="Past days keep it."
        confirm="Delete"
        failure="It’s scheduled for Tuesday, December 1."
        onConfirm={close}
        onClose={close}
      />
    </section>
  )
}

function ToastButtons() {
  return (
    <>
      <Button onClick={() => toast({ title: 'Copied!', description: 'Referral link copied to clipboard.' })}>
        Plain toast
      </Button>
      <Button
        onClick={() =>
          toast({
            title: 'Access Denied',
            description: "You don't have permission to access the admin panel.",
            variant: 'destructive',
          })
        }
      >
        Destructive toast
      </Button>
    </>
  )
}

type DialogProps = { open: boolean; onClose: () => void }

function ShortDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Track Your Energy"
      description="How are you arriving today?"
      footer={
        <>
          <Button onClick={onClose}>Skip</Button>
          <Button variant="primary" onClick={() => toast({ title: 'Saved' })}>
            Save
          </Button>
        </>
      }
    >
      <Field label="Diary" optional>
        <Textarea />
      </Field>
    </Dialog>
  )
}

function LongDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="A title that needs a second line on a phone" size="lg">
      <div className="grid gap-4">
        {longText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Dialog>
  )
}
