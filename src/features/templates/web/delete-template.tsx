// Delete confirmation for a template, and the result of the deletion (TPL-10, TPL-13).
import { useState, type RefObject } from 'react'
import { adminMessages } from '#shared/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { templatesCalls, type Template } from '../contract.ts'

interface DeleteTemplateProps {
  /** Null closes the dialog. */
  template: Template | null
  onClose: () => void
  /** Gets the focus when the card is gone. */
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeleteTemplate({ template, onClose, returnFocusTo }: DeleteTemplateProps) {
  const [shown, setShown] = useState(template)
  const deletion = useCallMutation(templatesCalls.deleteTemplate, { refetch: [templatesCalls.templates] })
  // Each opening resets the state; the closing animation still shows the last template.
  if (template !== null && template !== shown) {
    setShown(template)
    deletion.reset()
  }
  const { error: failed, deleteTemplateFailed, templateDeleted } = adminMessages
  const deleteTemplate = async ({ id }: Template) => {
    try {
      // Waits until the list has reloaded: the focus must not return to a card that is about to disappear.
      await deletion.mutateAsync({ params: { id: String(id) } })
      toast({ title: templateDeleted })
      onClose()
    } catch (error) {
      logFailure('Template deletion failed.', error)
      toast({ title: failed, description: deleteTemplateFailed, variant: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      open={template !== null}
      title={`Delete “${shown?.title ?? ''}”?`}
      description="It can no longer be scheduled. Days that already use it keep it."
      confirm="Delete"
      busy={deletion.isPending}
      failure={deletion.error && errorMessageOf(deletion.error, deleteTemplateFailed)}
      returnFocusTo={returnFocusTo}
      onConfirm={() => template && void deleteTemplate(template)}
      onClose={() => {
        deletion.reset()
        onClose()
      }}
    />
  )
}
