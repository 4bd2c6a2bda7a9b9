// The community's mark beside its name: its logo, or the product's rosette.
import { useCommunity } from '../community.ts'
import { LogoRosette } from './rosette.tsx'

/** Decorative: the name follows. `size` is the edge of the rosette, and the height of a logo, in px of normal text. */
export function CommunityMark({ size, className }: { size: number; className?: string }) {
  const { logo } = useCommunity()
  if (logo === null) return <LogoRosette size={size} {...(className === undefined ? {} : { className })} />
  return (
    <img
      src={logo}
      alt=""
      height={size}
      style={{ height: `${size / 16}rem` }}
      className="max-w-32 object-contain"
    />
  )
}
