// Upload Photo button: file choice, errors and crop dialog (PROF-07, PROF-11, PROF-18, PROF-19).
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { checkFile } from '#web/checked-file.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { importPart, importWhenOnline } from '#web/use-lazy-import.ts'
import { pictureErrors, pictureFileRules, pictureTypes } from '../../rules.ts'

const loadDialog = () => import('./crop-dialog.tsx')
const prepareDialog = () => {
  importWhenOnline(loadDialog).catch(() => undefined)
}

interface CropState {
  Dialog: Awaited<ReturnType<typeof loadDialog>>['CropDialog']
  picture: ImageBitmap
  isOpen: boolean
}

interface UploadButtonProps {
  /** Called with the cropped picture as a data URL. */
  onChange: (address: string) => void
  /** Called with the chosen file's error message; null clears it on the next choice. */
  onError: (fileError: string | null) => void
}

export function UploadButton({ onChange, onError }: UploadButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { cropping, isOpening, open, close } = useCropping(onError)
  return (
    <>
      <FileButton
        ref={button}
        label={t('Photo')}
        accept={pictureTypes.join(',')}
        busy={isOpening}
        onPointerEnter={prepareDialog}
        onFocus={prepareDialog}
        onFiles={([file]) => void open(file)}
      >
        <Upload aria-hidden className="size-4.5" strokeWidth={1.8} />
        {t('Upload Photo')}
      </FileButton>
      {cropping && (
        <cropping.Dialog
          open={cropping.isOpen}
          onOpenChange={close}
          picture={cropping.picture}
          onApply={onChange}
          onFailure={showCropError}
          returnFocusTo={button}
        />
      )}
    </>
  )
}

/** State of the picture being cropped; the button is busy while it decodes. */
function useCropping(onError: UploadButtonProps['onError']) {
  const [cropping, setCropping] = useState<CropState | null>(null)
  const [isOpening, setOpening] = useState(false)
  const open = async (file: File) => {
    setOpening(true)
    try {
      const checked = await checkFile(file, pictureFileRules)
      onError(checked.error)
      if (checked.error !== null) return
      const [{ CropDialog }, picture] = await Promise.all([
        importPart(() => importWhenOnline(loadDialog)),
        decodeImage(checked.file, onError),
      ])
      setCropping({ Dialog: CropDialog, picture, isOpen: true })
    } catch (error) {
      showCropError(error)
    } finally {
      setOpening(false)
    }
  }
  const close = () => {
    cropping?.picture.close()
    setCropping((current) => current && { ...current, isOpen: false })
  }
  return { cropping, isOpening, open, close }
}

/** Upright, according to the EXIF orientation. */
async function decodeImage(file: File, onError: UploadButtonProps['onError']): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    onError(pictureErrors.broken())
    throw error
  }
}

function showCropError(error: unknown): void {
  logFailure('The picture was not cropped.', error)
  const { title, description } = messages.cropFailed
  toast({ title, description: errorMessageOf(error, description), variant: 'destructive' })
}
