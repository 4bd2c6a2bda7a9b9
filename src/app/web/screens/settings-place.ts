// Places in the settings that a link leads to.
import { isNamedPlace } from '#web/use-named-place.ts'

/** Of the reminders: the hash of their links. */
export const remindersId = 'reminders'
/** Of the notices on this device. */
export const noticesId = 'notices'

/** Resolves once the address names one of these places: of a page's own links, too. */
export async function onceNamed(ids: readonly string[]): Promise<void> {
  while (!ids.some(isNamedPlace))
    await new Promise((resolve) => globalThis.addEventListener('hashchange', resolve, { once: true }))
}
