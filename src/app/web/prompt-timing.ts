// When somebody may be spoken to unasked: not in a sitting, not over a dialog, not while something is being written.
import { isSitting } from '#web/sitting.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

const dirtyFields = new Set<TextField>()

/** From now on what is typed counts as unsent until its field is empty or gone; answers with the end of it. */
export function trackUnsentInput(): () => void {
  const note = ({ target }: Event) => {
    if (isTextField(target)) dirtyFields.add(target)
  }
  document.addEventListener('input', note, true)
  return () => {
    document.removeEventListener('input', note, true)
    dirtyFields.clear()
  }
}

/** Whether a dialog, a menu or the like lies over the page. */
export function isOverlayOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
}

/** Nor while another quiet question is open: one at a time. */
export function canPrompt(): boolean {
  if (isSitting() || isOverlayOpen() || document.fullscreenElement != null) return false
  return document.querySelector('[data-asks]') === null && !isVideoPlaying() && !hasUnsentInput()
}

function isVideoPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended)
}

function hasUnsentInput(): boolean {
  for (const field of dirtyFields) if (!field.isConnected || field.value === '') dirtyFields.delete(field)
  const { activeElement } = document
  // A text area may hold what was written on an earlier visit.
  const kept = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  return dirtyFields.size > 0 || kept || (isTextField(activeElement) && activeElement.value !== '')
}

function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return (
    target instanceof HTMLInputElement &&
    !/^(button|checkbox|color|file|radio|range|submit)$/.test(target.type)
  )
}
