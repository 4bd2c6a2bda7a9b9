// Which clocks the times of a list are by, once above it.
import { pageClocks } from '../list-clocks.ts'

/** Nothing where the viewer's clock agrees with the community's. */
export function ListClocks() {
  const { sentence, isViewers } = pageClocks()
  return isViewers ? null : <p className="text-small text-ink-3">{sentence}</p>
}
