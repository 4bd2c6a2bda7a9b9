// Play button: the first play, one round button in the middle of the video.
import { Play } from 'lucide-react'

interface PlayButtonProps {
  onPress: () => void
  /** Called on signs that a press is coming. */
  onIntent?: () => void
}

export function PlayButton({ onPress, onIntent }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label="Play the video"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => {
        // The button unmounts: the focus moves to the player, so that its keys keep working.
        event.currentTarget.closest('section')?.focus()
        onPress()
      }}
      className="absolute inset-0 z-1 m-auto grid size-16 place-items-center rounded-pill bg-[oklch(100%_0_0/0.9)] text-[oklch(25.5%_0.03_310)] shadow-media transition-[scale] outline-offset-4 @xl:size-20 outline-[white] hover:scale-105 active:scale-97 motion-reduce:transition-none motion-reduce:hover:scale-100"
    >
      <Play aria-hidden className="ml-1 size-7 fill-current" strokeWidth={1.5} />
    </button>
  )
}
