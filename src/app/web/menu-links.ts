// Links of the account menu and of the small screens' menu, beside those of the bar (SHELL-15, SHELL-16).
import { BellRing, CalendarDays, Megaphone, ShieldCheck } from 'lucide-react'
import { t } from '#shared/i18n/t.ts'
import { isModerator, type Roles } from './nav-links.tsx'
import { mayHold } from './route-access.ts'

const links = [
  { to: '/week', text: t('Coming days'), Icon: CalendarDays, isFor: () => true },
  { to: '/hosting', text: t('Hold a sitting'), Icon: BellRing, isFor: mayHold },
  { to: '/news', text: t('News'), Icon: Megaphone, isFor: () => true },
  { to: '/moderation', text: t('Moderation'), Icon: ShieldCheck, isFor: isModerator },
] as const

/** Only for members with a completed profile. */
export function menuLinksOf(member: Roles) {
  return links.filter(({ isFor }) => isFor(member))
}
