// Profile picture picker: own photo, stock avatars, or a random one (PROF-07).
import { Images, Shuffle } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldMessage } from '#web/ui/field.tsx'
import { useCall } from '#web/use-call.ts'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import { profileCalls, type StockPicture } from '../../contract.ts'
import { pickRandomPicture } from '../../rules.ts'
import { UploadButton } from './upload-button.tsx'

const PictureGallery = lazyPart(async () => (await import('./picture-gallery.tsx')).PictureGallery)

interface PicturePickerProps {
  member: { id: number; name: string }
  /** The URL of the chosen picture, a data URL for an own one; empty for none. */
  value: string
  error: string | undefined
  /** Chooses a random avatar once they have loaded, while no picture is chosen. */
  preselect: boolean
  onChange: (url: string) => void
}

export function PicturePicker({ member, value, error, preselect, onChange }: PicturePickerProps) {
  const noteId = useId()
  const pictures = useCall(profileCalls.stockPictures, {})
  const [fileError, setFileError] = useState<string | null>(null)
  const choose = (url: string) => {
    setFileError(null)
    onChange(url)
  }
  const pickAny = (apply: (url: string) => void) => {
    const url = pickRandomPicture(pictures.data ?? [], value, Math.random())
    if (url !== null) apply(url)
  }
  useEffect(() => {
    if (preselect && value === '') pickAny(onChange)
  })
  return (
    <div role="group" aria-label={t('Profile picture')} aria-describedby={noteId} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar id={member.id} name={member.name} src={value} size={112} />
        <div className="grid min-w-0 flex-1 basis-60 gap-2.5">
          <div className="flex flex-wrap gap-2">
            <UploadButton onChange={choose} onError={setFileError} />
            <ChooseButton pictures={pictures.data ?? []} value={value} onChange={choose} />
            <Button
              busy={pictures.isLoading}
              disabled={!pictures.data?.length}
              onClick={() => pickAny(choose)}
            >
              <Shuffle aria-hidden className="size-4.5" strokeWidth={1.8} />
              {t('Random')}
            </Button>
          </div>
          <div aria-live="polite">
            <FieldMessage id={noteId} error={fileError ?? error} hint={messages.pictureHint} />
          </div>
        </div>
      </div>
      {pictures.isError && (
        <PicturesUnavailable busy={pictures.isFetching} onRetry={() => void pictures.refetch()} />
      )}
    </div>
  )
}

interface ChooseButtonProps {
  pictures: readonly StockPicture[]
  value: string
  onChange: (url: string) => void
}

/** Opens the gallery, which is loaded on intent. */
function ChooseButton({ pictures, value, onChange }: ChooseButtonProps) {
  const [button, gallery] = useLazyDialog(PictureGallery)
  return (
    <>
      <Button disabled={pictures.length === 0} {...button}>
        <Images aria-hidden className="size-4.5" strokeWidth={1.8} />
        {t('Choose Avatar')}
      </Button>
      <PictureGallery {...gallery} {...{ pictures, value, onChange }} />
    </>
  )
}

function PicturesUnavailable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FieldMessage id={useId()} error={t('The avatars didn’t load.')} />
      <Button busy={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
