// Which clocks the times of a list are by, once beside it.
import { describeListClocks } from '#shared/list-clocks.ts'
import { communityZone } from '../community-days.ts'
import { localZone } from '../local-zone.ts'

interface ListClocksProps {
  /** All that the list prints, in epoch milliseconds. */
  times: readonly number[]
  /** False where the list prints only the community's. */
  hasLocal?: boolean
}

/** Nothing where the viewer's clock shows each time the same. */
export function ListClocks({ times, hasLocal = true }: ListClocksProps) {
  const sentence = describeListClocks(times, { community: communityZone(), local: localZone() }, { hasLocal })
  return sentence === null ? null : <p className="text-small text-ink-3">{sentence}</p>
}
