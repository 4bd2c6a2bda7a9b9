// The clocks of the lists of a page: the community's and the viewer's.
import { describeListClocks, doClocksAgree } from '#shared/list-clocks.ts'
import { communityZone } from './community-days.ts'
import { localZone } from './local-zone.ts'
import { serverNow } from './server-clock.ts'

/** What a list says of its clocks, and whether the viewer's is known and shows the same. */
export function pageClocks(): { sentence: string; isViewers: boolean } {
  const zones = { community: communityZone(), local: localZone() }
  const nowMs = serverNow()
  return {
    sentence: describeListClocks(nowMs, zones),
    isViewers: zones.local !== null && doClocksAgree(nowMs, zones),
  }
}
