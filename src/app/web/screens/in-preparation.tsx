// Screens whose doors already hold and whose content is on its way.
import { gardianAngel } from '#shared/constants.ts'
import { usePageTitle } from '#web/app-name.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function ReferralsScreen() {
  return (
    <InPreparation heading="Share the Love">
      From here you will be able to invite the people you would like to sit with.
    </InPreparation>
  )
}

export function AdminScreen() {
  return (
    <InPreparation heading="Admin Dashboard">
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

function InPreparation({ heading, children }: { heading: string; children: string }) {
  usePageTitle(heading)
  return (
    <div className="mx-auto flex w-full max-w-[72rem] flex-1 flex-col px-4 py-8 md:px-8 md:py-10">
      <h1 className="serif text-page">{heading}</h1>
      <div className="grid flex-1 place-content-center">
        <EmptyState title="This page is being prepared.">{children}</EmptyState>
      </div>
    </div>
  )
}
