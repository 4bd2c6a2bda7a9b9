// What a person has typed or left off and not yet sent or saved: kept on this device, per person, until sign-out.
import { getSignedInUid } from './call.ts'

const prefix = 'draft:'

function keyOf(name: string): string {
  return `${prefix}${getSignedInUid() ?? ''}:${name}`
}

/** The draft of the signed-in person, or null; null too where the browser refuses storage. */
export function readDraft(name: string): string | null {
  return read(() => localStorage, name)
}

/** Keeps a draft, or forgets it when empty. Where storage is full or refused the page alone still has it. */
export function writeDraft(name: string, text: string): void {
  write(() => localStorage, name, text)
}

/** Like {@link readDraft}, of what belongs to this tab alone; it survives a reload. */
export function readTabDraft(name: string): string | null {
  return read(() => sessionStorage, name)
}

/** Like {@link writeDraft}, for this tab alone. */
export function writeTabDraft(name: string, text: string): void {
  write(() => sessionStorage, name, text)
}

/** Forgets every draft on this device and in this tab, whoever's it was: at sign-out nothing of a person stays. */
export function clearDrafts(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) clear(storage)
}

// A browser that refuses storage throws when it is asked for.
type StorageOf = () => Storage

function read(storage: StorageOf, name: string): string | null {
  try {
    return storage().getItem(keyOf(name))
  } catch {
    return null
  }
}

function write(storage: StorageOf, name: string, text: string): void {
  try {
    if (text === '') storage().removeItem(keyOf(name))
    else storage().setItem(keyOf(name), text)
  } catch {
    // Nothing better can be done than to go on.
  }
}

function clear(storage: StorageOf): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(prefix)) storage().removeItem(key)
  } catch {
    // A browser that refuses storage kept none.
  }
}
