// A sitting that meets elsewhere, for the functions that insert one.
import type { NewTemplate } from '#features/templates/server/sql.ts'

export const meetingUrl = 'https://www.zoom.us/j/86420?pwd=canary-meeting'

/** The template of a live sitting, as the server writes it. */
export function liveTemplate(minutes = 45, changes: Partial<NewTemplate> = {}): Partial<NewTemplate> {
  return {
    title: 'An evening with Lena',
    kind: 'live',
    liveSource: 'elsewhere',
    bellBy: 'clock',
    meetingUrl,
    videoUrl: '',
    captionsUrl: null,
    keepsTempo: true,
    mediaSeconds: minutes * 60,
    duration: minutes,
    ...changes,
  }
}

/** For `makeSitting`. */
export function live(minutes = 45, changes: Partial<NewTemplate> = {}) {
  return { template: liveTemplate(minutes, changes) }
}
