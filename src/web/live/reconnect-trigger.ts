// Reconnect trigger: what a member or the browser does after which a lost live channel reconnects at once.

const documentEvents = [
  'click',
  'fullscreenchange',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const
const windowEvents = ['focus', 'online'] as const

/**
 * Listens for user activity after which a lost channel reconnects at once (LIVE-11), until `signal` is aborted.
 * `onOffline` runs on the browser's offline event.
 */
export function onReconnectTrigger({
  signal,
  onActivity,
  onOffline,
}: {
  signal: AbortSignal
  onActivity: () => void
  onOffline: () => void
}): void {
  // Capture phase: catches clicks that a handler stops, and picture-in-picture events, whose target is the video.
  const options = { capture: true, signal }
  for (const type of documentEvents) document.addEventListener(type, onActivity, options)
  for (const type of windowEvents) window.addEventListener(type, onActivity, options)
  window.addEventListener('offline', onOffline, options)
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') onActivity()
    },
    options,
  )
}
