// The profile picture and the ways to another one: the gallery of stock avatars, and chance (PROF-07, PROF-08).
import { Images, Shuffle } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { useCall } from '#web/use-call.ts'
import { useLoaded } from '#web/use-loaded.ts'
import { profileCalls, type StockPicture } from '../contract.ts'
import { pickPicture } from './pick-picture.ts'

const loadGallery = async () => (await import('./picture-gallery.tsx')).PictureGallery

interface PicturePickerProps {
  person: { id: number; name: string }
  /** The address of the chosen picture; empty for none. */
  value: string
  error: string | undefined
  /** Chooses a random avatar as soon as there are any, while none is chosen. */
  preselect: boolean
  onChange: (url: string) => void
}

export function PicturePicker({ person, value, error, preselect, onChange }: PicturePickerProps) {
  const noteId = useId()
  const pictures = useCall(profileCalls.stockPictures, {})
  const pickAny = (offered: readonly StockPicture[] | undefined) => {
    const url = pickPicture(offered ?? [], value, Math.random())
    if (url !== null) onChange(url)
  }
  useEffect(() => {
    if (preselect && value === '') pickAny(pictures.data)
  })
  return (
    <div role="group" aria-label="Profile picture" aria-describedby={noteId} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar id={person.id} name={person.name} src={value} size={112} />
        <div className="flex flex-wrap gap-3">
          <ChooseButton pictures={pictures.data ?? []} value={value} onChange={onChange} />
          <Button busy={pictures.isLoading} disabled={!pictures.data} onClick={() => pickAny(pictures.data)}>
            <Shuffle aria-hidden className="size-4.5" strokeWidth={1.8} />
            Random
          </Button>
        </div>
      </div>
      {pictures.isError ? (
        <NotThere id={noteId} busy={pictures.isFetching} onRetry={() => void pictures.refetch()} />
      ) : (
        error !== undefined && <FieldNote id={noteId} error={error} />
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
  const [Gallery, prepare] = useLoaded(loadGallery)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        disabled={pictures.length === 0}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          prepare()
          setOpen(true)
        }}
      >
        <Images aria-hidden className="size-4.5" strokeWidth={1.8} />
        Choose Avatar
      </Button>
      {Gallery && (
        <Gallery open={isOpen} onOpenChange={setOpen} pictures={pictures} value={value} onChange={onChange} />
      )}
    </>
  )
}

function NotThere({ id, busy, onRetry }: { id: string; busy: boolean; onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FieldNote id={id} error="The avatars didn’t arrive." />
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
