// Level badge: rosette and name on the level's soft color.
import { clsx } from 'clsx'
import { type Message, translate } from '#shared/i18n/t.ts'
import { Rosette, type RosetteLevel } from './rosette.tsx'

type LevelToken = 'none' | 'root' | 'sacral' | 'solar' | 'heart' | 'throat' | 'third-eye' | 'crown'

interface BadgeLevel {
  /** 0 to 7. */
  index: number
  name: Message
  /** The name in the design tokens, as in `--c-root`. */
  token: LevelToken
}

const levelClassNames: Record<LevelToken, string> = {
  none: 'bg-c-none-soft text-c-none-text',
  root: 'bg-c-root-soft text-c-root-text',
  sacral: 'bg-c-sacral-soft text-c-sacral-text',
  solar: 'bg-c-solar-soft text-c-solar-text',
  heart: 'bg-c-heart-soft text-c-heart-text',
  throat: 'bg-c-throat-soft text-c-throat-text',
  'third-eye': 'bg-c-third-eye-soft text-c-third-eye-text',
  crown: 'bg-c-crown-soft text-c-crown-text',
}

export function LevelBadge({ level, className }: { level: BadgeLevel; className?: string }) {
  return (
    <span
      className={clsx(
        'level-badge inline-flex items-center gap-2 rounded-pill py-1 pe-3 ps-2 text-[0.94rem] font-medium whitespace-nowrap',
        levelClassNames[level.token],
        className,
      )}
    >
      <Rosette level={level.index as RosetteLevel} size={20} tone="inherit" className="flex-none" />
      <span>{translate(level.name)}</span>
    </span>
  )
}
