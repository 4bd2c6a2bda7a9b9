// The menu of a schedule's sitting in lists, with what other features add to it.
import type { ComponentProps } from 'react'
import type { LivePlace } from '#features/sittings/live-place.ts'
import { SittingMenu } from '#features/sittings/web/components/sitting-menu.tsx'
import { moreActions } from './sitting-actions.ts'

export interface ListedSittingMenuProps extends Omit<ComponentProps<typeof SittingMenu>, 'more' | 'isLive'> {
  /** Where its teacher is seen; null unless it is live. */
  livePlace: LivePlace | null
}

export function ListedSittingMenu({ livePlace, ...props }: ListedSittingMenuProps) {
  const hasStream = livePlace === 'here' || livePlace === 'address'
  return <SittingMenu {...props} isLive={livePlace !== null} more={moreActions({ hasStream })} />
}
