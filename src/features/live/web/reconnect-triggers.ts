// The signs that somebody is at the page again, by which a lost channel is tried at once (LIVE-11).

const documentEvents = [
  'click',
  'fullscreenchange',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const
const windowEvents = ['focus', 'online'] as const

/** Listens until the answer is called. `offline` is the browser's word that the line is gone. */
export function onReconnectTrigger({
  stirred,
  offline,
}: {
  stirred: () => void
  offline: () => void
}): () => void {
  const listening = new AbortController()
  // Captured: a press counts even where something stops it on its way, and picture-in-picture is told to the video.
  const options = { capture: true, signal: listening.signal }
  for (const type of documentEvents) document.addEventListener(type, stirred, options)
  for (const type of windowEvents) window.addEventListener(type, stirred, options)
  window.addEventListener('offline', offline, options)
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') stirred()
    },
    options,
  )
  return () => listening.abort()
}
