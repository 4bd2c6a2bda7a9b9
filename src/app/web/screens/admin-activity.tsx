// The Activity tab, with links from names to the users tab.
import { ActivityTab } from '#features/activity/web/activity-tab.tsx'
import { userLink } from './user-link.tsx'

export function AdminActivity() {
  return <ActivityTab userLink={userLink} />
}
