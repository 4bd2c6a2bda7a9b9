// Stock picture upload: several files, chosen, dropped or pasted, with the progress of each (PIC-02 to PIC-05).
import { Check, ImagePlus, X } from 'lucide-react'
import { useId, useRef, useState, useEffect } from 'react'
import { intlLocale, t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { messages } from '#web/i18n/messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bar } from '#web/ui/bar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldMessage } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { pictureTypes } from '../../rules.ts'
import { useUpload, type ChosenFile, type Upload } from '../hooks/use-upload.ts'

interface UploadDialogProps {
  open: boolean
  onClose: () => void
}

/** Mounted per opening. With chosen pictures, and during an upload, closing needs confirmation. */
export function UploadDialog({ open, onClose }: UploadDialogProps) {
  const upload = useUpload(onClose)
  const { files, isUploading } = upload
  const [isNoFileChosen, setNoFileChosen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const choose = (chosen: Iterable<File>) => {
    if (isUploading) return
    setNoFileChosen(false)
    void upload.choose(chosen)
  }
  const isDragging = useFileDrop(open, choose)
  const send = () => {
    // The confirmation may have been open when the last run ended.
    setConfirming(false)
    if (files.length > 0) return void upload.uploadAll()
    setNoFileChosen(true)
    showAdminErrorToast(adminMessages.selectAnImage)
  }
  const { ask, question } = useAskBeforeLeaving({
    open,
    isChanged: files.some(({ state }) => state !== 'done'),
    leave: onClose,
  })
  const close = () => {
    if (isUploading) setConfirming(true)
    else ask()
  }
  const isComplete = files.length > 0 && files.every(({ state }) => state === 'done')
  const hasFailures = files.some(({ state }) => state === 'failed')
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('Upload profile pictures')}
      description={t('Members can choose them as soon as they’re uploaded.')}
      footer={
        <>
          <Button onClick={close}>{hasFailures ? t('Close') : t('Cancel')}</Button>
          <Button variant="primary" busy={isUploading} onClick={isComplete ? onClose : send}>
            {isComplete ? t('Done') : hasFailures ? t('Try again') : t('Upload')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FilePicker
          isDragging={isDragging}
          disabled={isUploading}
          errors={isNoFileChosen ? [adminMessages.selectAnImage] : upload.rejected}
          onFiles={choose}
        />
        <Progress upload={upload} />
        {files.length > 0 && (
          <ul aria-label={t('Chosen pictures')} className="divide-y divide-line border-y border-line">
            {files.map((file) => (
              <ChosenFileRow
                key={file.id}
                chosen={file}
                canRemove={!isUploading}
                onRemove={() => upload.remove(file.id)}
              />
            ))}
          </ul>
        )}
      </div>
      {question}
      <ConfirmDialog
        open={isConfirming && isUploading}
        urgent
        title={t('Stop uploading?')}
        description={t('Uploaded pictures stay. The current upload will finish; the others won’t be sent.')}
        confirm={t('Stop')}
        cancel={t('Keep uploading')}
        onConfirm={() => {
          upload.stop()
          onClose()
        }}
        onClose={() => setConfirming(false)}
      />
    </Dialog>
  )
}

interface FilePickerProps {
  /** The user drags files over the page. */
  isDragging: boolean
  disabled: boolean
  errors: readonly string[]
  onFiles: (files: Iterable<File>) => void
}

function FilePicker({ isDragging, disabled, errors, onFiles }: FilePickerProps) {
  const noteId = useId()
  return (
    <div className="grid gap-2">
      <div className="upload-place" data-over={isDragging ? '' : undefined}>
        <FileButton
          label={t('Pictures')}
          accept={pictureTypes.join(',')}
          multiple
          disabled={disabled}
          aria-describedby={noteId}
          onFiles={onFiles}
        >
          <ImagePlus aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Choose pictures')}
        </FileButton>
        <p className="text-small text-ink-3">{t('or drop them here, or paste them')}</p>
      </div>
      <div id={noteId} aria-live="polite" className="grid gap-1 wrap-anywhere">
        {errors.length === 0 && <FieldMessage id={`${noteId}-hint`} hint={messages.pictureHint} />}
        {errors.map((error, at) => (
          <FieldMessage key={`${at} ${error}`} id={`${noteId}-${at}`} error={error} />
        ))}
      </div>
    </div>
  )
}

/** Overall progress, shown once an upload has started. */
function Progress({ upload: { files, isUploading } }: { upload: Upload }) {
  const labelId = useId()
  const count = (state: ChosenFile['state']) => files.filter((file) => file.state === state).length
  const [uploaded, failed] = [count('done'), count('failed')]
  if (!isUploading && uploaded + failed === 0) return null
  const total = files.length
  const label =
    failed > 0
      ? t('{uploaded} of {total} uploaded, {failed} failed', { uploaded, total, failed })
      : t('{uploaded} of {total} uploaded', { uploaded, total })
  return (
    <div className="grid gap-2">
      <p id={labelId} role="status" className="text-small text-ink-2 tabular-nums">
        {label}
      </p>
      <div
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={uploaded}
      >
        <Bar share={uploaded / total} />
      </div>
    </div>
  )
}

interface ChosenFileRowProps {
  chosen: ChosenFile
  canRemove: boolean
  onRemove: () => void
}

function ChosenFileRow({ chosen, canRemove, onRemove }: ChosenFileRowProps) {
  const { id, name, preview, state } = chosen
  return (
    <li className="flex items-center gap-4 py-2">
      <Avatar id={id} name={name} src={preview} size={48} />
      <div className="grid min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <UploadStatus chosen={chosen} />
      </div>
      {canRemove && state !== 'done' && (
        <IconButton label={t('Remove {name}', { name })} variant="subtle" onClick={onRemove}>
          <X aria-hidden className="size-5" strokeWidth={1.8} />
        </IconButton>
      )}
    </li>
  )
}

function UploadStatus({ chosen: { id, file, state, error } }: { chosen: ChosenFile }) {
  if (state === 'failed') return <FieldMessage id={`upload-${id}`} error={error ?? ''} />
  if (state === 'done') {
    return (
      <p className="flex items-center gap-1.5 text-small text-ink-2">
        <Check aria-hidden className="size-4 flex-none" strokeWidth={2} />
        {t('Uploaded')}
      </p>
    )
  }
  return (
    <p className="text-small text-ink-3 tabular-nums">
      {state === 'uploading' ? t('Uploading…') : formatFileSize(file.size)}
    </p>
  )
}

function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1_024))
  return kilobytes < 1_024
    ? t('{kilobytes} KB', { kilobytes })
    : t('{megabytes} MB', {
        megabytes: (kilobytes / 1_024).toLocaleString(intlLocale(), {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }),
      })
}

/** Returns whether files are being dragged over the page. */
export function useFileDrop(isEnabled: boolean, onFiles: (files: Iterable<File>) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const onFilesRef = useRef(onFiles)
  useEffect(() => {
    onFilesRef.current = onFiles
  })
  useEffect(() => {
    if (!isEnabled) return
    const readFiles = (transfer: DataTransfer | null) => {
      const files = Array.from(transfer?.files ?? [])
      if (files.length > 0) onFilesRef.current(files)
    }
    // Without this the browser would navigate to a file dropped outside the dialog.
    const allowDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      readFiles(event.dataTransfer)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', allowDrop, { signal })
    document.addEventListener('dragleave', onDragLeave, { signal })
    document.addEventListener('drop', onDrop, { signal })
    document.addEventListener('paste', (event) => readFiles(event.clipboardData), { signal })
    return () => {
      controller.abort()
      setDragging(false)
    }
  }, [isEnabled])
  return isDragging
}
