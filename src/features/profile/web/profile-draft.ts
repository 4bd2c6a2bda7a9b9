// What was typed into the profile and not saved: it outlives a session that ended, and a page that was loaded anew.
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#web/drafts.ts'

const draftName = 'profile'
const draftSchema = z.object({ name: z.optional(z.string()), email: z.optional(z.string()) })

/** Absent for what is as it was saved. */
export type ProfileDraft = z.infer<typeof draftSchema>

export function readProfileDraft(): ProfileDraft {
  try {
    return z.parse(draftSchema, JSON.parse(readDraft(draftName) ?? '{}'))
  } catch {
    return {}
  }
}

/** An empty draft is forgotten. */
export function saveProfileDraft(draft: ProfileDraft): void {
  writeDraft(draftName, Object.keys(draft).length === 0 ? '' : JSON.stringify(draft))
}
