// A section of a form or a screen: its title and what it is about, with its content below or beside them. It takes the
// focus that its content loses.
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

const layouts = {
  untold: 'grid grid-cols-1 content-start gap-4',
  // One column that a wide row of tabs can't widen.
  below: 'grid grid-cols-1 gap-5',
  beside:
    'mt-8 grid grid-cols-1 gap-x-12 gap-y-5 border-t border-line pt-8 md:mt-10 md:items-start md:grid-cols-[15rem_minmax(0,1fr)] md:pt-10',
  /** On a screen as wide as its tables. */
  wide: 'grid grid-cols-1 gap-x-16 gap-y-5 border-b border-line pb-10 last:border-b-0 lg:grid-cols-[18rem_minmax(0,48rem)] lg:items-start',
}

interface SectionProps {
  /** Of a section that a link leads to. */
  id?: string
  title: string
  lead?: string
  /** Where the fields are on a wide screen; below by default. A line is between wide ones. */
  fields?: keyof typeof layouts
  children: ReactNode
}

export function Section({
  id,
  title,
  lead,
  fields = lead === undefined ? 'untold' : 'below',
  children,
}: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={clsx('scroll-mt-(--bar) outline-none', layouts[fields])}
    >
      <div className="grid content-start gap-1.5">
        <h2 id={titleId} className="serif text-section">
          {title}
        </h2>
        {lead !== undefined && <p className="text-small text-ink-3">{lead}</p>}
      </div>
      {fields === 'wide' ? <div className="grid grid-cols-1 gap-5">{children}</div> : children}
    </section>
  )
}
