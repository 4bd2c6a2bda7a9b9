// The Activity tab, with links from names to the users tab.
import { ActivityTab } from '#features/activity/web/activity-tab.tsx'
import { personLink } from './person-link.tsx'

export function AdminActivity() {
  return <ActivityTab personLink={personLink} />
}
