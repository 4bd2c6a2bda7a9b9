// Community service: settings that other features follow.
import { findSettings, type StoredSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { PublicCommunity } from '#shared/community.ts'
import { languages, currentLocale, translate } from '#shared/i18n/t.ts'
import { accentStyle } from '../accent.ts'
import type { Care } from '../care.ts'
import { logoPath } from '../logo.ts'
import { careTextDefault } from '../rules.ts'

export { readLogoFile } from './logo-sql.ts'
export { undoUntil } from './settings.ts'
export { changeZoneAsOperator, fillFirstZone } from './zone-change.ts'

/** The pairs that the room's energy needs at least (PULSE-06). */
export async function readReflectionPairsMin(db: Executor): Promise<number> {
  return (await findSettings(db)).reflectionPairsMin
}

/** The care text in the viewer's language: the community's, or the product's own; and its resources (CARE-04). */
export function careOf({
  careText,
  careResources,
  translations,
}: Pick<StoredSettings, 'careText' | 'careResources' | 'translations'>): Care {
  const language = currentLocale()
  const translated = translations[language]?.careText
  const own = { text: careText, language: null }
  const standard = { text: translate(careTextDefault), language }
  const care = translated ? { text: translated, language } : careText === '' ? standard : own
  return { ...care, resources: careResources }
}

/** The welcome text in the viewer's language, and which that is; null for the community's own text. */
export function welcomeOf({ welcome, translations }: Pick<StoredSettings, 'welcome' | 'translations'>) {
  const language = currentLocale()
  const translated = translations[language]?.welcome
  return translated ? { welcome: translated, welcomeLanguage: language } : { welcome, welcomeLanguage: null }
}

/** The community as the viewer sees it (COM-08). */
export function publicCommunity({
  calendar,
  community,
}: Pick<Platform, 'calendar' | 'community'>): PublicCommunity {
  const settings = community.settings()
  const { version, name, logoId, hue, joining, links, bell, language } = settings
  const { termsVersion, hasLegalNotice } = settings
  const days = calendar.days()
  return {
    version,
    name,
    logo: logoId === null ? null : logoPath(logoId, 'logo'),
    hue,
    accent: accentStyle(hue),
    zone: days.zoneOf(calendar.today()),
    zones: [...days.eras],
    language,
    languages: [...languages],
    joining,
    ...welcomeOf(settings),
    links: [...links],
    bell,
    termsVersion,
    hasLegalNotice,
  }
}
