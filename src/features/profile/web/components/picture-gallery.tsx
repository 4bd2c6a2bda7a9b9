// Gallery of stock avatars: click one to choose it, or use Random Pick (PROF-12).
import { Check } from 'lucide-react'
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { StockPicture } from '../../contract.ts'
import { pickRandomPicture } from '../../rules.ts'

interface PictureGalleryProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pictures: readonly StockPicture[]
  /** The URL of the chosen picture. */
  value: string
  onChange: (url: string) => void
}

/** Closes after a choice; Cancel changes nothing. */
export function PictureGallery({ open, onOpenChange, pictures, value, onChange }: PictureGalleryProps) {
  const choose = (url: string | null) => {
    if (url !== null) onChange(url)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Choose Avatar')}
      size="lg"
      footer={
        <>
          <Button variant="subtle" onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button onClick={() => choose(pickRandomPicture(pictures, value, Math.random()))}>
            {t('Random Pick')}
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-4 gap-3 sm:grid-cols-5 sm:gap-4 lg:grid-cols-6">
        {pictures.map(({ id, name, url }) => (
          <li key={id}>
            <PictureOption name={name} url={url} isChosen={url === value} onPress={() => choose(url)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function PictureOption(props: { name: string; url: string; isChosen: boolean; onPress: () => void }) {
  const { name, url, isChosen, onPress } = props
  return (
    <button
      type="button"
      aria-label={name}
      aria-pressed={isChosen}
      className="relative block w-full rounded-pill border-2 border-transparent p-1 transition-colors hover:border-line-strong aria-pressed:border-primary"
      onClick={onPress}
    >
      <img
        src={url}
        alt=""
        width={256}
        height={256}
        decoding="async"
        draggable={false}
        className="aspect-square h-auto w-full rounded-pill bg-sunken object-cover"
      />
      {isChosen && (
        <span className="absolute end-0 bottom-0 grid size-7 place-items-center rounded-pill bg-primary text-on-primary">
          <Check aria-hidden className="size-4" strokeWidth={2.4} />
        </span>
      )}
    </button>
  )
}
