// No meditation: the screen of a day without one, with a countdown to the next (MED-09).
import type { ReactNode } from 'react'
import { messages } from '#shared/messages.ts'
import { DawnScene } from '#web/ui/dawn-scene.tsx'

/** Fills the stage to its edges. */
export function NoMeditation({ date, countdown }: { date: string; countdown: ReactNode }) {
  const { title, description } = messages.noMeditationToday
  return (
    <section
      aria-label={title}
      className="relative isolate grid min-h-[64dvh] flex-1 overflow-hidden lg:min-h-0"
    >
      <DawnScene className="absolute inset-0 -z-1 size-full" />
      {/* At night the text may overlap the last of the sun, which is as bright as the text. */}
      <div className="grid content-start justify-items-center gap-3 px-6 pt-[clamp(1.25rem,8dvh,6rem)] pb-40 text-center in-data-[theme=dark]:[text-shadow:0_0_0.2em_#171433,0_0_0.6em_#171433]">
        <p className="text-small font-medium">{date}</p>
        <h1 className="serif text-page">{title}</h1>
        <p className="max-w-[44ch]">{description}</p>
        <div className="mt-6">{countdown}</div>
      </div>
    </section>
  )
}
