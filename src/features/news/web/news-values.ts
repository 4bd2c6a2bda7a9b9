// The values of the form of news.
import * as z from 'zod/mini'
import { addDays } from '#shared/day.ts'
import { newsLevels, type AdministeredNews } from '../contract.ts'

export const newsValuesSchema = z.object({
  title: z.string(),
  text: z.string(),
  level: z.enum(newsLevels),
  /** Empty: at once. */
  from: z.string(),
  until: z.string(),
  isMailed: z.boolean(),
})
export type NewsValues = z.infer<typeof newsValuesSchema>

const usualDays = 7

export function initialNewsValues(today: string): NewsValues {
  const until = addDays(today, usualDays - 1)
  return { title: '', text: '', level: 'note', from: '', until, isMailed: false }
}

export function valuesOfNews({ title, text, level, from, until, mail }: AdministeredNews): NewsValues {
  return { title, text, level, from, until, isMailed: mail !== null }
}
