// Confirmation before a stock picture is deleted, with the result (PIC-07, PIC-10).
import { useState, type RefObject } from 'react'
import { adminMessages } from '#shared/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { picturesCalls, profileCalls, type ManagedPicture } from '../contract.ts'
import { showAdminErrorToast } from './admin-error-toast.ts'

interface DeletePictureProps {
  /** Null closes the dialog. */
  picture: ManagedPicture | null
  onClose: () => void
  /** Gets the focus when the card disappears. */
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeletePicture({ picture, onClose, returnFocusTo }: DeletePictureProps) {
  const [shown, setShown] = useState(picture)
  const deletion = useCallMutation(picturesCalls.deletePicture, {
    refetch: [picturesCalls.managedPictures],
    evict: [profileCalls.stockPictures],
  })
  // Each opening resets the state; while closing, the dialog keeps its text.
  if (picture !== null && picture !== shown) {
    setShown(picture)
    deletion.reset()
  }
  const { deletePictureFailed, pictureDeleted } = adminMessages
  const remove = async ({ id }: ManagedPicture) => {
    try {
      // Resolves after the list has reloaded: the focus can't return to a card about to disappear.
      await deletion.mutateAsync({ params: { id: String(id) } })
      toast({ title: pictureDeleted })
      onClose()
    } catch (error) {
      logFailure('A picture was not deleted.', error)
      showAdminErrorToast(deletePictureFailed)
    }
  }
  return (
    <ConfirmDialog
      open={picture !== null}
      title={`Delete “${shown?.name ?? ''}”?`}
      description="Members can no longer choose it. Members who already use it keep it."
      confirm="Delete"
      busy={deletion.isPending}
      failure={deletion.error && errorMessageOf(deletion.error, deletePictureFailed)}
      returnFocusTo={returnFocusTo}
      onConfirm={() => picture && void remove(picture)}
      onClose={() => {
        deletion.reset()
        onClose()
      }}
    />
  )
}
