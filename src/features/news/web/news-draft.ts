// The draft of news. New news has one in this browser tab, so that a reload loses nothing.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { newsLevels, type AdministeredNews } from '../contract.ts'

const draftSchema = z.object({
  title: z.string(),
  text: z.string(),
  level: z.enum(newsLevels),
  /** Empty: at once. */
  from: z.string(),
  until: z.string(),
  isMailed: z.boolean(),
})
export type NewsDraft = z.infer<typeof draftSchema>

const draftName = 'news'
const usualDays = 7

export function initialNewsDraft(today: string): NewsDraft {
  const until = addDays(today, usualDays - 1)
  return { title: '', text: '', level: 'note', from: '', until, isMailed: false }
}

export function readNewsDraft(today: string): NewsDraft {
  try {
    return z.parse(draftSchema, JSON.parse(readTabDraft(draftName) ?? 'null'))
  } catch {
    return initialNewsDraft(today)
  }
}

/** Null deletes it. */
export function writeNewsDraft(draft: NewsDraft | null): void {
  writeTabDraft(draftName, draft === null ? '' : JSON.stringify(draft))
}

export function draftOfNews({ title, text, level, from, until, mail }: AdministeredNews): NewsDraft {
  return { title, text, level, from, until, isMailed: mail !== null }
}
