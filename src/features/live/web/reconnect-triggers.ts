// Reconnect triggers: user activity after which a lost channel reconnects at once (LIVE-11).

const documentEvents = [
  'click',
  'fullscreenchange',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const
const windowEvents = ['focus', 'online'] as const

/** Listens until the returned function is called. `offline` runs on the browser's offline event. */
export function onReconnectTrigger({
  stirred,
  offline,
}: {
  stirred: () => void
  offline: () => void
}): () => void {
  const listening = new AbortController()
  // Capture phase: catches clicks that a handler stops, and picture-in-picture events, whose target is the video.
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
