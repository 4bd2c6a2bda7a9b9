// Crop dialog: the picture with a round crop, a preview, Cancel and Apply Crop (PROF-09, PROF-10).
import 'react-image-crop/dist/ReactCrop.css'
import './crop-dialog.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import ReactCrop from 'react-image-crop'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { pictureEdgePx } from '../../rules.ts'
import {
  initialCropArea,
  type CropArea,
  cropSizeOf,
  drawCrop,
  drawWhole,
  canvasToJpegDataUrl,
  resizeCropArea,
} from '../data/crop-area.ts'

interface CropDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Upright; the first frame of an animation. The caller must not close the bitmap while the dialog is open. */
  picture: ImageBitmap
  /** Called with the cropped picture as a data URL. */
  onApply: (address: string) => void
  onFailure: (error: unknown) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Applies the crop and closes; Cancel and failures change nothing. */
export function CropDialog(props: CropDialogProps) {
  const { open, onOpenChange, picture, onApply, onFailure, returnFocusTo } = props
  const preview = useRef<HTMLCanvasElement>(null)
  const apply = () => {
    try {
      if (preview.current) onApply(canvasToJpegDataUrl(preview.current))
      onOpenChange(false)
    } catch (error) {
      onFailure(error)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Crop picture')}
      description={t('Drag the circle to move it; a corner or the slider resizes it.')}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={apply}>
            {t('Apply Crop')}
          </Button>
        </>
      }
    >
      <CropEditor picture={picture} preview={preview} onFailure={onFailure} />
    </Dialog>
  )
}

interface CropEditorProps extends Pick<CropDialogProps, 'picture' | 'onFailure'> {
  preview: RefObject<HTMLCanvasElement | null>
}

function CropEditor({ picture, preview, onFailure }: CropEditorProps) {
  const whole = useRef<HTMLCanvasElement>(null)
  const [area, setArea] = useState<CropArea>(() => initialCropArea(picture.width, picture.height))
  const failed = useRef(onFailure)
  useEffect(() => {
    failed.current = onFailure
  })
  useEffect(() => {
    drawOrReport(() => whole.current && drawWhole(whole.current, picture), failed)
  }, [picture])
  useEffect(() => {
    drawOrReport(() => preview.current && drawCrop(preview.current, picture, area), failed)
  }, [picture, preview, area])
  return (
    <div className="grid gap-5">
      <div className="-mx-5 grid place-items-center bg-sunken p-4 sm:mx-0 sm:rounded-panel">
        <ReactCrop
          crop={area}
          onChange={(_, { x, y, width, height }) => setArea({ unit: '%', x, y, width, height })}
          aspect={1}
          minWidth={smallestPx}
          circularCrop
          keepSelection
          ariaLabels={labels}
          className="crop ReactCrop--no-animate"
        >
          <canvas
            ref={whole}
            role="img"
            aria-label={t('The whole picture')}
            className="block max-h-[min(46dvh,24rem)] max-w-full"
          />
        </ReactCrop>
      </div>
      <label className="flex items-center gap-4 text-small font-strong">
        {t('Size')}
        <input
          type="range"
          min={smallestPercent}
          max={100}
          value={Math.round(cropSizeOf(area, picture.width, picture.height))}
          onChange={(event) =>
            setArea((now) =>
              resizeCropArea(now, {
                sizePercent: Number(event.target.value),
                width: picture.width,
                height: picture.height,
              }),
            )
          }
          className="h-11 min-w-0 flex-1 accent-primary"
        />
      </label>
      <div className="flex items-center gap-4">
        <canvas
          ref={preview}
          role="img"
          aria-label={t('Preview')}
          width={pictureEdgePx}
          height={pictureEdgePx}
          className="size-24 flex-none rounded-pill bg-sunken"
        />
        <p className="text-small text-ink-2">
          {t('This is how others see you.')}
          <span className="mt-1 block text-ink-3 pointer-coarse:hidden">
            {t('Keyboard: the arrow keys move the circle or a corner. Hold Shift to move faster.')}
          </span>
        </p>
      </div>
    </div>
  )
}

const smallestPx = 32
/** Of the size slider; a picture in its smallest frame still has this much. */
const smallestPercent = 10

const moveHint = (handle: string) =>
  t('{handle}: use the arrow keys to move it, with Shift to move faster', { handle })
const labels = {
  cropArea: moveHint(t('Circle')),
  nwDragHandle: moveHint(t('Upper left corner')),
  neDragHandle: moveHint(t('Upper right corner')),
  seDragHandle: moveHint(t('Lower right corner')),
  swDragHandle: moveHint(t('Lower left corner')),
  nDragHandle: moveHint(t('Upper edge')),
  eDragHandle: moveHint(t('Right edge')),
  sDragHandle: moveHint(t('Lower edge')),
  wDragHandle: moveHint(t('Left edge')),
}

function drawOrReport(drawing: () => unknown, failed: RefObject<(error: unknown) => void>): void {
  try {
    drawing()
  } catch (error) {
    failed.current(error)
  }
}
