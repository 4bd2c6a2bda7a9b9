// The values of the form of news, and its draft.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { newsLevels, type AdministeredNews } from '../contract.ts'

export const newsDraftSchema = z.object({
  title: z.string(),
  text: z.string(),
  level: z.enum(newsLevels),
  /** Empty: at once. */
  from: z.string(),
  until: z.string(),
  isMailed: z.boolean(),
})
export type NewsDraft = z.infer<typeof newsDraftSchema>

/** The version that is edited: a later one makes the save stale. */
export const editedNewsDraftSchema = z.object({ version: z.int(), values: newsDraftSchema })

const usualDays = 7

export function initialNewsDraft(today: string): NewsDraft {
  const until = addDays(today, usualDays - 1)
  return { title: '', text: '', level: 'note', from: '', until, isMailed: false }
}

export function draftOfNews({ title, text, level, from, until, mail }: AdministeredNews): NewsDraft {
  return { title, text, level, from, until, isMailed: mail !== null }
}
