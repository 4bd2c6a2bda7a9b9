// Who sees the tools of hosts: administrators and garden angels, and who may host.
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { isModerator } from '../../nav-links.tsx'
import type { HostToolsProps } from './host-tools.tsx'

const HostTools = lazyPart(async () => (await import('./host-tools.tsx')).HostTools, HostToolsPlaceholder)

interface HostingProps extends HostToolsProps {
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  isUnderWay: boolean
}

/** Null for other members. */
export function Hosting({ hostId, isUnderWay, ...props }: HostingProps) {
  const { member, holds } = props
  // That its powers are in force is known a moment later.
  if (isUnderWay && hostId === member.id && !holds && !isModerator(member)) return <MenuPlaceholder />
  return (isModerator(member) || member.mayHost === true) && <HostTools {...props} />
}

function HostToolsPlaceholder({ member, holds }: HostToolsProps) {
  return (isModerator(member) || holds) && <MenuPlaceholder />
}

/** As large as the menu's button: around the bell it may load late, and nothing moves (LIGHT-01). */
function MenuPlaceholder() {
  return (
    <div className="invisible flex flex-wrap gap-2 max-md:*:grow">
      <Button size="sm">
        <span className="size-4.5" />
        {t('Host')}
      </Button>
    </div>
  )
}
