// A section of the settings: its title and what it is about, beside its fields.
import { type ReactNode, useId } from 'react'

export function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="mt-8 grid gap-x-12 gap-y-5 border-t border-line pt-8 md:mt-10 md:grid-cols-[15rem_minmax(0,1fr)] md:pt-10"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={id} className="serif text-section">
          {title}
        </h2>
        <p className="text-small text-ink-3">{lead}</p>
      </div>
      {children}
    </section>
  )
}
