// /referrals: inviting friends, and the results.
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { ShareTheLove } from '#features/referrals/web/share-the-love.tsx'
import { t } from '#shared/i18n/t.ts'
import { usePageTitle } from '#web/page-title.ts'

const title = t('Share the Love')

/** Requires a member; reads nothing before the member is known (REF-01). */
export function ReferralsScreen() {
  const { user, identity } = useUser()
  usePageTitle(title)
  if (!user) return null
  return <ShareTheLove title={title} uid={identity.uid} />
}
