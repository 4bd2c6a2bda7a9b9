// The tab 'Activity' with its ways to the people.
import { ActivityTab } from '#features/activity/web/activity-tab.tsx'
import { personLink } from './person-link.tsx'

export function AdminActivity() {
  return <ActivityTab personLink={personLink} />
}
