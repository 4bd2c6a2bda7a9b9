// Profile draft: unsaved edits, which survive an ended session and a page reload.
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#web/drafts.ts'

const draftName = 'profile'
const draftSchema = z.object({ name: z.optional(z.string()), email: z.optional(z.string()) })

/** Unchanged fields are absent. */
export type ProfileDraft = z.infer<typeof draftSchema>

export function readProfileDraft(): ProfileDraft {
  try {
    return z.parse(draftSchema, JSON.parse(readDraft(draftName) ?? '{}'))
  } catch {
    return {}
  }
}

/** An empty draft is deleted. */
export function saveProfileDraft(draft: ProfileDraft): void {
  writeDraft(draftName, Object.keys(draft).length === 0 ? '' : JSON.stringify(draft))
}
