// The parts of Admin › Community: the settings that each shows and saves, also of a draft over all of them (COM-18).
import { languages } from '#shared/i18n/t.ts'
import type { CommunitySettings } from './contract.ts'
import { isSameValue, withTyped, type FieldValues, type SettingsDraft } from './settings-draft.ts'
import { isSettingName, type SettingName } from './settings.ts'

/** In the order of the screen; the first one opens without a choice. */
export const communityParts = ['name', 'joining', 'rhythm', 'texts', 'care'] as const
export type CommunityPart = (typeof communityParts)[number]

/** Translations belong to two parts, each with a text of its own. */
const partOfSetting: Record<Exclude<SettingName, 'translations'>, CommunityPart> = {
  name: 'name',
  hue: 'name',
  language: 'name',
  welcome: 'joining',
  links: 'joining',
  joining: 'joining',
  bell: 'rhythm',
  severalADay: 'rhythm',
  newSchedules: 'rhythm',
  careText: 'care',
  careResources: 'care',
  reflectionPairsMin: 'care',
  decisionReasons: 'care',
  heldWords: 'care',
  chatDays: 'care',
}

export type TranslatedText = 'welcome' | 'careText'

const translatedTexts: Partial<Record<CommunityPart, TranslatedText>> = {
  joining: 'welcome',
  care: 'careText',
}

type Translations = CommunitySettings['translations']

/** The translations as saved, but one of their texts as typed. */
function withText(saved: Translations, typed: Translations, text: TranslatedText): Translations {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const own = typed[language]?.[text] ?? ''
      const content = { welcome: '', careText: '', ...saved[language], [text]: own }
      return saved[language] || own !== '' ? [[language, content]] : []
    }),
  )
}

/** The typed fields of a part, as its save sends them. */
export function typedIn(
  part: CommunityPart,
  read: CommunitySettings,
  { typed: { translations, ...typed } }: SettingsDraft,
): FieldValues {
  const own: FieldValues = Object.fromEntries(
    Object.entries(typed).filter(
      ([name]) => isSettingName(name) && name !== 'translations' && partOfSetting[name] === part,
    ),
  )
  const text = translatedTexts[part]
  if (!text || !translations) return own
  const changed = withText(read.translations, translations, text)
  return isSameValue('translations', changed, read.translations) ? own : { ...own, translations: changed }
}

/** The draft without what was typed in a part. */
export function discardPart(
  part: CommunityPart,
  read: CommunitySettings,
  draft: SettingsDraft,
): SettingsDraft {
  const { translations, ...discarded } = typedIn(part, read, draft)
  const asRead = Object.fromEntries(Object.entries(read).filter(([name]) => name in discarded)) as FieldValues
  const typedTranslations = draft.typed.translations
  const text = translatedTexts[part]
  return withTyped(draft, read, {
    ...asRead,
    ...(translations &&
      typedTranslations &&
      text && { translations: withText(typedTranslations, read.translations, text) }),
  })
}
