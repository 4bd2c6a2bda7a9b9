// The media element with the sound of a silence, made on the device.
import { useEffect, useState } from 'react'
import { logFailure } from '#web/log.ts'
import { usePressUnlock } from '#web/player/use-press-unlock.ts'
import type { SilenceSpan } from '../../strokes.ts'
import type { Bell } from '../data/bell-sound.ts'
import { makeSilenceFile } from '../data/silence-file.ts'

interface SilenceElement {
  element: HTMLAudioElement
  /** The address of the file in it; null until it is made, another one for another bell or silence. */
  url: string | null
}

/** The bell didn't load. */
const retryMs = 10_000

/** Without a bell it has no strokes. `span` must stay the same object while the silence does. */
export function useSilenceElement(span: SilenceSpan, bell: Bell | null): SilenceElement {
  const [element] = useState(() => new Audio())
  const [url, setUrl] = useState<string | null>(null)
  usePressUnlock(element)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const make = () => {
      makeSilenceFile(span, bell, signal).then(
        (file) => {
          element.src = URL.createObjectURL(file)
          setUrl(element.src)
        },
        (error: unknown) => {
          if (signal.aborted) return
          logFailure('The sound of the silence could not be made.', error)
          timer = setTimeout(make, retryMs)
        },
      )
    }
    make()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [element, span, bell])
  // Until another file is in the element: it reads this one at each seek.
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])
  useEffect(
    () => () => {
      element.pause()
      element.removeAttribute('src')
      element.load()
    },
    [element],
  )
  return { element, url }
}
