// Screens whose doors already hold and whose content is on its way.
import type { ReactNode } from 'react'
import { ReferralFlags } from '#features/referrals/web/referral-flags.tsx'
import { gardianAngel } from '#shared/constants.ts'
import { usePageTitle } from '#web/app-name.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function AdminScreen() {
  return (
    <InPreparation heading="Admin Dashboard" ready={<ReferralFlags />}>
      Templates, schedules and people will be looked after from here.
    </InPreparation>
  )
}

export function GardenAngelScreen() {
  return (
    <InPreparation heading={`${gardianAngel} Dashboard`}>
      The schedule of the coming meditations will be here to read.
    </InPreparation>
  )
}

interface InPreparationProps {
  heading: string
  /** What of the screen is there already. */
  ready?: ReactNode
  children: string
}

function InPreparation({ heading, ready, children }: InPreparationProps) {
  usePageTitle(heading)
  return (
    <div className="mx-auto flex w-full max-w-[72rem] flex-1 flex-col px-4 py-8 md:px-8 md:py-10">
      <h1 className="serif text-page">{heading}</h1>
      {ready !== undefined && <div className="mt-6">{ready}</div>}
      <div className="grid flex-1 place-content-center">
        <EmptyState title="This page is being prepared.">{children}</EmptyState>
      </div>
    </div>
  )
}
