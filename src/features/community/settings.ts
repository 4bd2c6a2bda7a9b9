// The community's settings, each said once: its label, what is stored and accepted, its bounds and choices, and how its
// value reads. Its column is its migration's; contract, routes, activity log, drafts, conflicts and form read the rest.
import * as z from 'zod/mini'
import { bellLabels } from '#features/sittings/bell-labels.ts'
import { sittingSettingsSchema } from '#features/sittings/sitting.ts'
import { bellNames, communitySchema, joiningModes } from '#shared/community.ts'
import {
  careResourcesMax,
  careTextMaxChars,
  chatRetentionDays,
  communityLinksMax,
  communityNameMaxChars,
  reflectionPairsMinLeast,
  reflectionPairsMinMost,
  welcomeMaxChars,
} from '#shared/constants.ts'
import { timeSchema } from '#shared/day-schema.ts'
import {
  decisionReasonInputSchema,
  decisionReasonLines,
  decisionReasonSchema,
  decisionReasonsMax,
} from '#shared/decision-reasons.ts'
import { languageNames } from '#shared/i18n/language-names.ts'
import { languages, t, message, translate, type Message } from '#shared/i18n/t.ts'
import { translationLines, translationsSchema, type Translations } from '#shared/i18n/translations.ts'
import { textSchema } from '#shared/text.ts'
import { typedNumberSchema } from '#shared/typed-number.ts'
import { type Bounds, wholeNumberSchema } from '#shared/whole-number.ts'
import { hueError } from './accent.ts'
import { careResourceInputSchema, careResourceLines } from './care-resources.ts'
import { careResourceSchema } from './care.ts'
import { linkInputSchema, linkLines } from './links.ts'
import { formatNewSchedulesItem } from './new-schedules-entry.ts'
import { chatDaysLeast, withoutControls } from './rules.ts'

interface Setting<Stored extends z.ZodMiniType> {
  readonly label: Message
  /** As responses have it: looser than `input`, since bounds may change after a value was saved. */
  readonly stored: Stored
  readonly input: z.ZodMiniType
  /** As a draft keeps it, where that is less than what is stored. */
  readonly typed?: z.ZodMiniType
  /** The choices, as the form and the activity log name them. */
  readonly values?: Readonly<Record<string, Message>>
  readonly bounds?: Bounds
  /** How the activity log shows an item of its list. */
  readonly formatItem?: (item: string) => string
  /** Its value in words, where two administrators changed it; empty for none. */
  lines(value: z.output<Stored>): string[]
}

/** Checks the parts of a declaration against each other, and keeps their types. */
function setting<Stored extends z.ZodMiniType, Declared extends Setting<Stored>>(
  declared: Declared & { readonly stored: Stored },
): Declared {
  return declared
}

const everyone = communitySchema.shape

const yesOrNo = (label: Message) =>
  setting({
    label,
    stored: z.boolean(),
    input: z.boolean(),
    // Two administrators who change it make the same choice.
    lines: () => [],
  })

const wholeNumber = (label: Message, bounds: Bounds) =>
  setting({
    label,
    bounds,
    stored: z.int(),
    input: wholeNumberSchema(bounds),
    typed: typedNumberSchema,
    lines: (value: number) => (Number.isNaN(value) ? [] : [String(value)]),
  })

const choice = <const Values extends readonly string[]>(
  label: Message,
  names: Values,
  values: Readonly<Record<Values[number], Message>>,
) =>
  setting({
    label,
    stored: z.enum(names),
    input: z.enum(names),
    values,
    lines: (value: Values[number]) => [translate(values[value])],
  })

const ownText = <Input extends z.ZodMiniType>(label: Message, input: Input) =>
  setting({ label, stored: z.string(), input, lines: (value: string) => [value] })

const welcomeSchema = withoutControls(
  textSchema({
    max: welcomeMaxChars,
    tooLong: (facts) => t('The welcome text has at most {max} characters.', facts),
  }),
)

const careTextSchema = textSchema({
  max: careTextMaxChars,
  tooLong: (facts) => t('The text has at most {max} characters.', facts),
})

export const heldWordsMax = 500
const heldWordSchema = textSchema({
  max: 50,
  empty: () => t('A word can’t be empty.'),
  tooLong: (facts) => t('A word has at most {max} characters.', facts),
})

const hueSchema = wholeNumber(message('Color'), [0, 359]).input.check((payload) => {
  const message = hueError(payload.value)
  if (message !== null) payload.issues.push({ code: 'custom', input: payload.value, message })
})

/** In the order of the screen. One of `communitySchema` is everyone's; the others are the administrators'. */
export const communitySettings = {
  name: ownText(
    message('Name'),
    withoutControls(
      textSchema({
        max: communityNameMaxChars,
        empty: () => t('The name can’t be empty.'),
        tooLong: (facts) => t('The name has at most {max} characters.', facts),
      }),
    ),
  ),
  hue: setting({
    label: message('Color'),
    stored: everyone.hue,
    input: z.nullable(hueSchema),
    lines: (hue: number | null) => [hue === null ? t('Stillwater’s own') : String(hue)],
  }),
  language: setting({
    label: message('Language'),
    stored: everyone.language,
    input: z.enum(languages, { error: () => t('Please choose one of these languages.') }),
    lines: (language: (typeof languages)[number]) => [languageNames[language]],
  }),
  welcome: ownText(message('Welcome text'), welcomeSchema),
  links: setting({
    label: message('Links'),
    stored: everyone.links,
    input: z.array(linkInputSchema).check(
      z.maxLength(communityLinksMax, {
        error: () => t('At most {max} links.', { max: communityLinksMax }),
      }),
    ),
    lines: linkLines,
  }),
  joining: choice(message('Who may join'), joiningModes, {
    open: message('Everyone'),
    invitation: message('By invitation'),
    closed: message('No one'),
  }),
  bell: choice(message('Bell'), bellNames, bellLabels),
  /** Whether a date can have several meditations (PLAN-01). */
  severalADay: yesOrNo(message('Several sittings a day')),
  /** Preselected in the form of a new schedule. */
  newSchedules: setting({
    label: message('New schedules'),
    stored: z.extend(sittingSettingsSchema, { scheduledTime: z.string() }),
    input: z.strictObject({ ...sittingSettingsSchema.shape, scheduledTime: timeSchema }),
    typed: z.extend(sittingSettingsSchema, {
      scheduledTime: z.string(),
      doorsMinutes: typedNumberSchema,
      gatherSeconds: typedNumberSchema,
      bellSeconds: typedNumberSchema,
      silenceMinutes: typedNumberSchema,
      sharingMinutes: typedNumberSchema,
    }),
    formatItem: formatNewSchedulesItem,
    lines: (newSchedules: object) =>
      Object.entries(newSchedules).map(([name, value]) => formatNewSchedulesItem(`${name} ${value}`)),
  }),
  /** Empty for the product's own text. */
  careText: ownText(message('Care text'), careTextSchema),
  careResources: setting({
    label: message('Care resources'),
    stored: z.array(careResourceSchema),
    input: z.array(careResourceInputSchema).check(
      z.maxLength(careResourcesMax, {
        error: () => t('At most {max} resources.', { max: careResourcesMax }),
      }),
    ),
    lines: careResourceLines,
  }),
  /** For viewers of other languages; an empty text counts as none. */
  translations: setting({
    label: message('In other languages'),
    stored: translationsSchema(z.object({ welcome: z.string(), careText: z.string() })),
    input: translationsSchema(z.strictObject({ welcome: welcomeSchema, careText: careTextSchema })),
    lines: (translations: Translations<{ welcome: string; careText: string }>) =>
      translationLines(translations, ({ welcome, careText }) =>
        [welcome, careText].filter((part) => part !== '').join(' / '),
      ),
  }),
  /** The pairs that the room's energy needs at least. */
  reflectionPairsMin: wholeNumber(message('People for the room’s energy'), [
    reflectionPairsMinLeast,
    reflectionPairsMinMost,
  ]),
  /** Why moderators decide as they do; empty for the product's own list. */
  decisionReasons: setting({
    label: message('Reasons of decisions'),
    stored: z.array(decisionReasonSchema),
    input: z.array(decisionReasonInputSchema).check(
      z.maxLength(decisionReasonsMax, {
        error: () => t('At most {max} reasons.', { max: decisionReasonsMax }),
      }),
    ),
    lines: decisionReasonLines,
  }),
  /** A message with one of them stays with its author (MOD-21); empty for none. */
  heldWords: setting({
    label: message('Held words'),
    stored: z.array(z.string()),
    input: z
      .array(heldWordSchema)
      .check(z.maxLength(heldWordsMax, { error: () => t('At most {max} words.', { max: heldWordsMax }) })),
    lines: (words: readonly string[]) => [words.join(', ')].filter((line) => line !== ''),
  }),
  /** Days after which chat messages are deleted. */
  chatDays: wholeNumber(message('Days of chat'), [chatDaysLeast, chatRetentionDays]),
}

type Declared = typeof communitySettings
export type SettingName = keyof Declared

export const communitySettingNames = Object.keys(communitySettings) as SettingName[]

/** One part of every declaration, by the setting's name. */
export function partOf<Part extends 'stored' | 'input'>(part: Part) {
  const entries = communitySettingNames.map((name) => [name, communitySettings[name][part]])
  return Object.fromEntries(entries) as { [Name in SettingName]: Declared[Name][Part] }
}

export function isSettingName(name: string): name is SettingName {
  return name in communitySettings
}

/** The settings among the fields of an object, which may lack some. */
export function pickSettings<Fields extends object>(
  fields: Fields,
): Pick<Fields, keyof Fields & SettingName> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isSettingName(name))) as Pick<
    Fields,
    keyof Fields & SettingName
  >
}
