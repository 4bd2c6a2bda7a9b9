// The clocks of the lists of a page: the community's and the viewer's.
import { describeListClocks } from '#shared/list-clocks.ts'
import { communityZone } from './community-days.ts'
import { localZone } from './local-zone.ts'
import { serverNow } from './server-clock.ts'

export function pageClocks(): ReturnType<typeof describeListClocks> {
  return describeListClocks(serverNow(), { community: communityZone(), local: localZone() })
}
