// A silence in its sky: what everyone does now, for how long, and what comes. Only its minutes change.
import './block-line.css'
import { clsx } from 'clsx'
import type { BlockWords } from '#features/sittings/block-words.ts'
import type { Block } from '#features/sittings/silence.ts'

interface BlockLineProps {
  blocks: readonly Block[]
  words: BlockWords
}

/** Read from a cushion, or standing, two metres off. No live region: a screen reader reads it on demand (SEQ-03). */
export function BlockLine({ blocks, words: { kind, index, now, left, next } }: BlockLineProps) {
  return (
    <div
      key={index}
      className={clsx('block-line silence-word', kind !== 'sit' && 'block-line-far')}
      data-block={kind}
    >
      <p className="block-now serif">{now}</p>
      <p className="block-left tabular-nums">{left}</p>
      <p className="block-next">{next}</p>
      <BlockHairlines blocks={blocks} present={index} />
    </div>
  )
}

/** As long as their blocks; none is lit while `present` is null. */
export function BlockHairlines({ blocks, present }: { blocks: readonly Block[]; present: number | null }) {
  return (
    <div aria-hidden className="block-hairlines">
      {blocks.map(({ minutes }, index) => (
        <span
          // The blocks of a silence keep their places.
          key={index}
          data-at={
            present === null ? undefined : index < present ? 'past' : index === present ? 'now' : undefined
          }
          style={{ flexGrow: minutes }}
        />
      ))}
    </div>
  )
}
