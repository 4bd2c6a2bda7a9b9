// First steps: tells a new member what a sitting consists of, until the first play on this device.
import { useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { timestampToMs } from '#shared/day.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { serverNow } from '#web/server-clock.ts'

const newForMs = 7 * 86_400_000
const draftName = 'first-play'
const steps = ['Note how you arrive', 'Press play', 'Note how you leave']

/** Whether to show the steps, and the function to call at a play. */
export function useFirstSteps({ createdAt }: Pick<Account, 'createdAt'>) {
  const [isNew, setNew] = useState(
    () => serverNow() - timestampToMs(createdAt) < newForMs && readDraft(draftName) === null,
  )
  const onPlay = () => {
    if (!isNew) return
    writeDraft(draftName, 'done')
    setNew(false)
  }
  return { isNew, onPlay }
}

export function FirstSteps() {
  return (
    <ol
      aria-label="Your first sitting"
      className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3 text-small text-ink-2 writing:hidden lg:p-0"
    >
      {steps.map((step, index) => (
        <li key={step} className="flex items-center gap-2">
          <span className="grid size-5.5 place-items-center rounded-pill bg-primary-soft font-strong text-meta text-primary">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
