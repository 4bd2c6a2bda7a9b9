// Drafts: unsent text and unsaved input, stored on this device per member until sign-out.
import * as z from 'zod/mini'
import { getSignedInUid } from './call.ts'

const prefix = 'draft:'
/** A form's draft lasts as long as this. */
const formDraftMaxMs = 7 * 24 * 3_600_000

function keyOf(name: string): string {
  return `${prefix}${getSignedInUid() ?? ''}:${name}`
}

/** The signed-in member's draft; null without one, or where the browser denies storage. */
export function readDraft(name: string): string | null {
  return read(() => localStorage, name)
}

/** Saves a draft; an empty text deletes it. Where storage is full or denied, the draft lives in the page alone. */
export function writeDraft(name: string, text: string): void {
  write(() => localStorage, name, text)
}

/** Called when another tab of this browser changes the draft. Returns the function that unsubscribes. */
export function onDraftChangedElsewhere(name: string, run: (text: string | null) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key everything was deleted.
    if (key === null || key === keyOf(name)) run(readDraft(name))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Like {@link readDraft}, for this tab alone. A tab draft survives a reload. */
export function readTabDraft(name: string): string | null {
  return read(() => sessionStorage, name)
}

/** Like {@link writeDraft}, for this tab alone. */
export function writeTabDraft(name: string, text: string): void {
  write(() => sessionStorage, name, text)
}

const formDraftSchema = z.object({ writtenAt: z.number(), values: z.unknown() })

/**
 * The unsaved values of a form; null without any, after seven days, or for values that the form no longer has. A
 * visitor's are those of this tab: others may use the device.
 */
export function readFormDraft<Values>(name: string, schema: z.ZodMiniType<Values>): Values | null {
  try {
    const draft = z.parse(formDraftSchema, JSON.parse(read(storageOfForms(), name) ?? 'null'))
    return draft.writtenAt < Date.now() - formDraftMaxMs ? null : z.parse(schema, draft.values)
  } catch {
    return null
  }
}

/** Saves a form's unsaved values; null deletes them. Never a password, a file, or data of other members. */
export function writeFormDraft(name: string, values: object | null): void {
  write(storageOfForms(), name, values === null ? '' : JSON.stringify({ writtenAt: Date.now(), values }))
}

/** Deletes the forms' drafts of visitors of this tab: what they typed is a member's now. */
export function clearVisitorDrafts(): void {
  clear(() => sessionStorage, `${prefix}:`)
}

function storageOfForms(): StorageOf {
  return getSignedInUid() === null ? () => sessionStorage : () => localStorage
}

/** Deletes every member's drafts on this device and in this tab: sign-out leaves no personal text behind. */
export function clearDrafts(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) clear(storage, prefix)
}

// The getter is called inside try: a browser that denies storage throws on access.
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
    // Storage is full or denied: the draft stays in the page.
  }
}

function clear(storage: StorageOf, start: string): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(start)) storage().removeItem(key)
  } catch {
    // A browser that denies storage has nothing to delete.
  }
}
