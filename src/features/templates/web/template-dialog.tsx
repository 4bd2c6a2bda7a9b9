// Template dialog: create and edit (TPL-04 to TPL-06, TPL-08, TPL-09).
import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SaveFailure } from '#web/ui/error-panel.tsx'
import type { Template } from '../contract.ts'
import { StepFields } from './step-fields.tsx'
import { TemplateFieldset } from './template-fieldset.tsx'
import { useTemplateForm } from './use-template-form.ts'
import type { Templates } from './use-templates.ts'

interface TemplateDialogProps {
  open: boolean
  /** Null creates a template. Give each opening its own `key`. */
  template: Template | null
  reload: Templates['reload']
  onClose: () => void
}

/** Unsaved changes are discarded only after a confirmation. */
export function TemplateDialog({ open, template, reload, onClose }: TemplateDialogProps) {
  const id = useId()
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const editing = useTemplateForm({ template, reload, onSaved: onClose })
  const { form, failure, isSaving } = editing
  const { isDirty } = form.formState
  const close = () => {
    if (isSaving) return
    if (isDirty) setConfirmingDiscard(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        size="lg"
        title={template ? 'Edit Template' : 'New Template'}
        onOpenChange={close}
        footer={
          <>
            <Button disabled={isSaving} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={id} variant="primary" busy={isSaving}>
              {template ? 'Save template' : 'Create template'}
            </Button>
          </>
        }
      >
        <form id={id} noValidate className="grid gap-6" onSubmit={(event) => void editing.submit(event)}>
          {editing.isRestored && isDirty && failure === null && (
            <p role="status" className="rounded-field bg-primary-soft px-4 py-3 text-small">
              Your unsaved changes have been restored.
            </p>
          )}
          {failure && <SaveFailure key={failure.message} {...failure} onReload={editing.loadCurrent} />}
          <TemplateFieldset form={form} />
          <StepFields form={form} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={open && isConfirmingDiscard}
        title="Close without saving?"
        description="Your changes aren’t saved yet."
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={() => {
          editing.discard()
          setConfirmingDiscard(false)
          onClose()
        }}
        onClose={() => setConfirmingDiscard(false)}
      />
    </>
  )
}
