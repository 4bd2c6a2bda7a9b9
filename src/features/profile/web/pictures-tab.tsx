// Profile Pictures tab: active and inactive stock pictures, and uploads (PIC-01).
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { adminMessages } from '#shared/admin-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useSettledError } from '#web/use-settled-error.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { picturesCalls, type ManagedPicture } from '../contract.ts'
import { DeletePicture } from './delete-picture.tsx'
import { PictureCard } from './picture-card.tsx'
import './pictures.css'

const loadUpload = async () => (await import('./upload-dialog.tsx')).UploadDialog

/** Reloads on every opening and when the window regains focus, because other administrators add pictures too. */
export function PicturesTab() {
  const query = useCall(picturesCalls.managedPictures, {}, { refetchOnFocus: true })
  const isFailed = useSettledError(query)
  const { data, isFetching, refetch } = query
  const uploadButton = useRef<HTMLButtonElement>(null)
  const [UploadDialog, prepare] = useLazyImport(loadUpload)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [toDelete, setToDelete] = useState<ManagedPicture | null>(null)
  const open = () => {
    prepare()
    setOpening(opening + 1)
    setOpen(true)
  }
  return (
    <section aria-label="Profile pictures" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-2 tabular-nums">
          {data ? pictureCountLabel(data) : isFailed ? '' : 'Loading pictures'}
        </p>
        <Button
          ref={uploadButton}
          variant="primary"
          aria-haspopup="dialog"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={open}
        >
          <Upload aria-hidden className="size-4.5" strokeWidth={1.8} />
          Upload Pictures
        </Button>
      </div>
      {isFailed && (
        <ErrorPanel
          title={data ? 'The latest pictures didn’t load' : 'The pictures didn’t load'}
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {data ? 'The previous list is shown.' : 'Nothing is lost.'}
        </ErrorPanel>
      )}
      {data ? <Pictures list={data} onDelete={setToDelete} /> : !isFailed && <Loading />}
      {UploadDialog && opening > 0 && (
        <UploadDialog key={opening} open={isOpen} onClose={() => setOpen(false)} />
      )}
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
        Members who don’t use a photo of their own can choose from the pictures you upload here.
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
  if (list.length === 0) return 'No pictures'
  const active = list.filter(({ isActive }) => isActive).length
  return `${list.length} ${list.length === 1 ? 'picture' : 'pictures'}, ${active} active`
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
