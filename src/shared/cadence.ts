// Cadence: how often a community meditates, by its settings, and the texts that name it.
import { t } from './i18n/t.ts'

/** `bell`: once a day, at the same minute. `day`: once a day. `several`: more often. */
export const cadences = ['bell', 'day', 'several'] as const
export type Cadence = (typeof cadences)[number]

/**
 * The cadence by the settings. The bell is that of new schedules, which an administrator chose for the community. Every
 * page knows it without a read of the schedules. A community that chooses its bells one by one gets the sentence without
 * the minute. It is true there, too.
 */
export function cadenceOf({
  severalADay,
  newSchedules,
}: {
  severalADay: boolean
  newSchedules: { together: boolean }
}): Cadence {
  if (severalADay) return 'several'
  return newSchedules.together ? 'bell' : 'day'
}

/** Below the heading of /auth; true on every day, with or without a meditation. */
export function signInLead(cadence: Cadence): string {
  switch (cadence) {
    case 'bell':
      return t('One guided meditation a day, at the same minute, for everyone.')
    case 'day':
      return t('One guided meditation a day, for everyone.')
    case 'several':
      return t('Several guided meditations a day, for everyone.')
  }
}

/** The title of a shared link. */
export function shareTitle(cadence: Cadence, name: string): string {
  return cadence === 'several'
    ? t('{name}: several meditations a day, together', { name })
    : t('{name}: one meditation a day, together', { name })
}

/** The description of every page. */
export function pageDescription(cadence: Cadence): string {
  return cadence === 'several'
    ? t(
        'Several guided meditations a day, together: a shared room, a quiet chat, and a record of how you felt before and after.',
      )
    : t(
        'One guided meditation a day, together: a shared room, a quiet chat, and a record of how you felt before and after.',
      )
}

/** The description of the installed app. */
export function appDescription(cadence: Cadence): string {
  return cadence === 'several'
    ? t('Several guided meditations a day, together.')
    : t('One guided meditation a day, together.')
}
