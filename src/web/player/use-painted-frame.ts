// Whether the video has painted a frame since it was loaded and played: until then its poster stays.
import { useEffect, useState } from 'react'

export function usePaintedFrame(video: HTMLVideoElement | null): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!video) return
    const controller = new AbortController()
    const { signal } = controller
    const onPainted = () => setPainted(true)
    // Older browsers have none; the type says otherwise.
    const { requestVideoFrameCallback: request } = video as {
      requestVideoFrameCallback?: HTMLVideoElement['requestVideoFrameCallback']
    }
    video.addEventListener(
      request ? 'play' : 'playing',
      () => (request ? request.call(video, onPainted) : onPainted()),
      {
        signal,
      },
    )
    // A hidden page paints nothing, and plays on.
    video.addEventListener('timeupdate', () => !video.paused && video.currentTime > 1 && onPainted(), {
      signal,
    })
    video.addEventListener('emptied', () => setPainted(false), { signal })
    return () => controller.abort()
  }, [video])
  return isPainted
}
