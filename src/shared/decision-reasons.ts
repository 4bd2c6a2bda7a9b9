// Reasons of moderators' decisions: the product's own list, a community's, and how one reads in the reader's language.
import * as z from 'zod/mini'
import { message, t, translate, type Message } from './i18n/t.ts'
import { localized, mapTranslations, translationsSchema } from './i18n/translations.ts'
import { textSchema } from './text.ts'

export const decisionReasonsMax = 20
export const decisionReasonMaxChars = 120

const reasonTextSchema = textSchema({
  max: decisionReasonMaxChars,
  empty: () => t('A reason can’t be empty.'),
  tooLong: (facts) => t('A reason has at most {max} characters.', facts),
})

const storedTranslations = translationsSchema(z.object({ text: z.string() }))

/** A reason as a decision keeps it: later changes of the list don't change what was said. */
export const decisionReasonSchema = z.object({
  /** Stays the same while its text is changed. */
  id: z.string(),
  /** In the community's language; empty for one of the product's own. */
  text: z.string(),
  translations: storedTranslations,
})
export type DecisionReason = z.infer<typeof decisionReasonSchema>

const noReason = () => t('Please choose a reason.')
export const decisionReasonIdSchema = z
  .string({ error: noReason })
  .check(z.regex(/^[a-z0-9-]{1,40}$/, { error: noReason }))

export const decisionReasonInputSchema = z.strictObject({
  id: decisionReasonIdSchema,
  text: reasonTextSchema,
  translations: translationsSchema(
    z.strictObject({
      text: textSchema({
        max: decisionReasonMaxChars,
        tooLong: (facts) => t('A reason has at most {max} characters.', facts),
      }),
    }),
  ),
})

const ownTexts: Readonly<Record<string, Message>> = {
  unkind: message('It was unkind.'),
  harassment: message('It harassed or threatened someone.'),
  selling: message('It was trying to sell something.'),
  'off-topic': message('It doesn’t belong in this room.'),
  private: message('It shared something private about someone else.'),
  disturbing: message('It disturbed the silence.'),
}

/** The community's list; the product's own where it has none. */
export function listReasons(communitys: readonly DecisionReason[]): readonly DecisionReason[] {
  return communitys.length > 0
    ? communitys
    : Object.keys(ownTexts).map((id) => ({ id, text: '', translations: {} }))
}

/** In the reader's language; else in the community's. */
export function reasonText({ id, text, translations }: DecisionReason): string {
  const own = ownTexts[id]
  if (text === '' && own) return translate(own)
  return localized(
    text,
    mapTranslations(translations, (translation) => translation.text),
  )
}

export function decisionReasonLines(reasons: readonly DecisionReason[]): string[] {
  return reasons.map(reasonText)
}

/** A reason that isn't of the list. */
export function typedReason(text: string): DecisionReason {
  return { id: '', text, translations: {} }
}

/** The entry of the list that reads so in one of the languages; null without one. */
export function findReasonByText(communitys: readonly DecisionReason[], text: string): DecisionReason | null {
  const reads = (reason: DecisionReason) =>
    [
      reasonText(reason),
      reason.text,
      ...Object.values(reason.translations).map((each) => each?.text),
    ].includes(text)
  return listReasons(communitys).find(reads) ?? null
}
