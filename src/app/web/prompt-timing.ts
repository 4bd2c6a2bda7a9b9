// When the app may show an unprompted banner: not in a sitting, over a dialog, or while a member is writing.
import { isMeditating, isVisitActive } from '#web/visit-state.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

const dirtyFields = new Set<TextField>()

/** Tracks unsent input: a field counts until it's empty or gone. Returns the cleanup function. */
export function trackUnsentInput(): () => void {
  const onInput = ({ target }: Event) => {
    if (isTextField(target)) dirtyFields.add(target)
  }
  document.addEventListener('input', onInput, true)
  return () => {
    document.removeEventListener('input', onInput, true)
    dirtyFields.clear()
  }
}

/** Whether a dialog, a menu or another overlay covers the page. */
export function isOverlayOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
}

/** Also false while another prompt (`data-asks`) is open: one at a time. */
export function canPrompt(): boolean {
  if (isVisitActive() || isMeditating() || isOverlayOpen() || document.fullscreenElement != null) return false
  return document.querySelector('[data-asks]') === null && !isVideoPlaying() && !hasUnsentInput()
}

function isVideoPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended)
}

function hasUnsentInput(): boolean {
  for (const field of dirtyFields) if (!field.isConnected || field.value === '') dirtyFields.delete(field)
  const { activeElement } = document
  // A text area may contain a draft from an earlier visit.
  const hasTextAreaDraft = [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')
  return (
    dirtyFields.size > 0 || hasTextAreaDraft || (isTextField(activeElement) && activeElement.value !== '')
  )
}

function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true
  return (
    target instanceof HTMLInputElement &&
    !/^(button|checkbox|color|file|radio|range|submit)$/.test(target.type)
  )
}
