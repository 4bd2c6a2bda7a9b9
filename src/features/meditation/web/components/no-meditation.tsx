// No meditation: the screen of a day without one, with a countdown to the next (MED-09) and its title (MED-40).
import type { ReactNode } from 'react'
import { messages } from '#web/i18n/messages.ts'
import { rich } from '#web/i18n/rich.tsx'
import { CommunityText } from '#web/ui/community-text.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { useCall } from '#web/use-call.ts'
import { previewCalls } from '../../contract.ts'

interface NoMeditationProps {
  date: string
  countdown: ReactNode
  /** In place of the sentence; null shows it. */
  setup?: ReactNode
}

/** Fills the stage to its edges. */
export function NoMeditation({ date, countdown, setup = null }: NoMeditationProps) {
  const { title, description } = messages.noMeditationToday
  const tomorrow = useCall(previewCalls.preview, {}, { uncached: true, refetchOnFocus: true }).data?.tomorrow
  return (
    <section
      aria-label={title}
      className="relative isolate grid min-h-(--stage) flex-1 overflow-hidden text-[white] lg:min-h-0"
    >
      <DawnScene sky={useSky()} hasWords className="absolute inset-0 -z-1 size-full" />
      {/* The sky’s own dusk behind the words, so that they can be read at every hour. */}
      <div className="grid content-start justify-items-center gap-x-3 gap-y-2 self-start dusk px-6 pt-[clamp(0.75rem,4dvh,4rem)] pb-34 text-center [--dusk-to:0deg] lg:gap-y-3">
        <p className="text-small font-medium">{date}</p>
        <h1 className="serif text-page">{title}</h1>
        {setup ?? <p className="max-w-[44ch]">{description}</p>}
        <div className="mt-1 lg:mt-4">{countdown}</div>
        {tomorrow && (
          <p dir="auto" className="max-w-[44ch] wrap-anywhere">
            {rich('Tomorrow: <title>{name}</title>', {
              name: tomorrow.title,
              title: (text) => <CommunityText language={tomorrow.language}>{text}</CommunityText>,
            })}
          </p>
        )}
      </div>
    </section>
  )
}
