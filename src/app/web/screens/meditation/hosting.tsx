// Who sees the tools of hosts: administrators and garden angels, and who may host.
import { lazyPart } from '#web/lazy-part.tsx'
import type { HostToolsProps } from './host-tools.tsx'

const HostTools = lazyPart(async () => (await import('./host-tools.tsx')).HostTools)

/** Null for other members. */
export function Hosting(props: HostToolsProps) {
  const { isAdmin, isGardenAngel, mayHost } = props.member
  return (isAdmin || isGardenAngel || mayHost === true) && <HostTools {...props} />
}
