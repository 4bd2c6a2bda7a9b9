// What a person has typed and not yet sent or saved: kept on this device, per person, until sign-out.
import { getSignedInUid } from './call.ts'

const prefix = 'draft:'

function keyOf(name: string): string {
  return `${prefix}${getSignedInUid() ?? ''}:${name}`
}

/** The draft of the signed-in person, or null; null too where the browser refuses storage. */
export function readDraft(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it when empty. Where storage is full or refused the page alone still has it. */
export function writeDraft(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), text)
  } catch {
    // Nothing better can be done than to go on.
  }
}

/** Forgets every draft on this device, whoever's it was: at sign-out nothing of a person stays. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // A browser that refuses storage kept none.
  }
}
