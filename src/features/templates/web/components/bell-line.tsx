// A silence as a line: its blocks as long as they last, with a mark for each stroke of the bell between them.
import { Fragment } from 'react'
import type { Block } from '#features/sittings/silence.ts'

/** Drawn only: the same is said in words beside it. */
export function BellLine({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div aria-hidden className="template-bell-line">
      <Strokes count={1} />
      {blocks.map(({ minutes, kind }, index) => (
        <Fragment key={index}>
          <span data-kind={kind} style={{ flexGrow: Math.max(1, minutes || 0) }} />
          <Strokes count={index < blocks.length - 1 ? (blocks[index + 1]?.strokes ?? 1) : 1} />
        </Fragment>
      ))}
    </div>
  )
}

function Strokes({ count }: { count: number }) {
  return (
    <i data-strokes={count}>
      {Array.from({ length: count }, (_, index) => (
        <b key={index} />
      ))}
    </i>
  )
}
