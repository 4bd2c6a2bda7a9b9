// Profile Pictures tab: active and inactive stock pictures, uploads and deletions (PIC-01, PIC-07, PIC-10).
import './pictures.css'
import { Upload } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useCallMutation, useReadFailure } from '#web/use-call.ts'
import { picturesCalls, type ManagedPicture, profileCalls } from '../../contract.ts'
import { PictureCard } from './picture-card.tsx'

const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog)

/** Reloads on every opening and when the window regains focus, because other administrators add pictures too. */
export function PicturesTab() {
  const query = useCall(picturesCalls.managedPictures, {}, { refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const uploadButton = useRef<HTMLButtonElement>(null)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [toDelete, setToDelete] = useState<ManagedPicture | null>(null)
  const open = () => {
    setOpening(opening + 1)
    setOpen(true)
  }
  return (
    <section aria-label={t('Profile pictures')} className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-2 tabular-nums">
          {data ? pictureCountLabel(data) : isFailed ? '' : t('Loading pictures')}
        </p>
        <Button
          ref={uploadButton}
          variant="primary"
          aria-haspopup="dialog"
          onPointerEnter={UploadDialog.preload}
          onFocus={UploadDialog.preload}
          onClick={open}
        >
          <Upload aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Upload pictures')}
        </Button>
      </div>
      {isFailed && (
        <ErrorPanel
          title={data ? t('The latest pictures didn’t load') : t('The pictures didn’t load')}
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {data ? t('The previous list is shown.') : t('Nothing is lost.')}
        </ErrorPanel>
      )}
      {data ? <Pictures list={data} onDelete={setToDelete} /> : !isFailed && <Loading />}
      {opening > 0 && <UploadDialog key={opening} open={isOpen} onClose={() => setOpen(false)} />}
      <DeletePicture picture={toDelete} onClose={() => setToDelete(null)} returnFocusTo={uploadButton} />
    </section>
  )
}

interface PicturesProps {
  list: readonly ManagedPicture[]
  onDelete: (picture: ManagedPicture) => void
}

function Pictures({ list, onDelete }: PicturesProps) {
  if (list.length === 0) {
    return (
      <EmptyState title={adminMessages.noPictures}>
        {t('Members who don’t use a photo of their own can choose from the pictures you upload here.')}
      </EmptyState>
    )
  }
  return (
    <ul className="picture-grid">
      {list.map((picture) => (
        <li key={picture.id} className="grid min-w-0">
          <PictureCard picture={picture} onDelete={() => onDelete(picture)} />
        </li>
      ))}
    </ul>
  )
}

function pictureCountLabel(list: readonly ManagedPicture[]): string {
  if (list.length === 0) return t('No pictures')
  const active = list.filter(({ isActive }) => isActive).length
  return t('{count, plural, one {# picture, {active} active} other {# pictures, {active} active}}', {
    count: list.length,
    active,
  })
}

/** The same height as the cards. */
function Loading() {
  return (
    <div className="picture-grid">
      {Array.from({ length: 12 }, (_, card) => (
        <Skeleton key={card} className="picture-card-skeleton" />
      ))}
    </div>
  )
}

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
      title={t('Delete “{name}”?', { name: shown?.name ?? '' })}
      description={t('Members can no longer choose it. Members who already use it keep it.')}
      confirm={t('Delete')}
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
