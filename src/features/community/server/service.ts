// Community service: settings that other features follow.
import { findSettings } from '#server/community/sql.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { PublicCommunity } from '#shared/community.ts'
import { accentStyle } from '../accent.ts'
import type { Care } from '../care.ts'
import { logoPath } from '../logo.ts'
import { careTextDefault } from '../rules.ts'
import { translate } from '#shared/t.ts'

export { readLogoFile } from './logo-sql.ts'
export { undoUntil } from './settings.ts'
export { changeZoneAsOperator, fillFirstZone } from './zone-change.ts'

/** The pairs that the room's energy needs at least (PULSE-06). */
export async function readReflectionPairsMin(db: Executor): Promise<number> {
  return (await findSettings(db)).reflectionPairsMin
}

/** The community's care text, or the product's own, and its resources (CARE-04). */
export async function readCare(db: Executor): Promise<Care> {
  const { careText, careResources } = await findSettings(db)
  return { text: careText === '' ? translate(careTextDefault) : careText, resources: careResources }
}

/** The community as everyone sees it (COM-08). */
export function publicCommunity({
  calendar,
  community,
}: Pick<Platform, 'calendar' | 'community'>): PublicCommunity {
  const { version, name, logoId, hue, joining, welcome, links, bell, termsVersion } = community.settings()
  const days = calendar.days()
  return {
    version,
    name,
    logo: logoId === null ? null : logoPath(logoId, 'logo'),
    hue,
    accent: accentStyle(hue),
    zone: days.zoneOf(calendar.today()),
    zones: [...days.eras],
    languages: ['en'],
    joining,
    welcome,
    links: [...links],
    bell,
    termsVersion,
  }
}
