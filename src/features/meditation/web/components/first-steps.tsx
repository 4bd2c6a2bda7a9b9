// First steps: welcomes a new member and explains the parts of a sitting, until the first play on this device.
import { clsx } from 'clsx'
import { useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { timestampToMs } from '#shared/day.ts'
import { firstName } from '#shared/first-name.ts'
import { t } from '#shared/i18n/t.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { serverNow } from '#web/server-clock.ts'
import type { DailyMeditation } from '../../contract.ts'

const newForMs = 7 * 86_400_000
const draftName = 'first-play'

/** Whether the steps have their place on the screen, whether a play has completed them, and what to call at a play. */
export function useFirstSteps({ createdAt }: Pick<Account, 'createdAt'>) {
  const [isNew] = useState(
    () => serverNow() - timestampToMs(createdAt) < newForMs && readDraft(draftName) === null,
  )
  const [isDone, setDone] = useState(false)
  const onPlay = () => {
    if (!isNew) return
    writeDraft(draftName, 'done')
    setDone(true)
  }
  return { isNew, isDone, onPlay }
}

interface FirstStepsProps {
  /** The member's. */
  name: string
  isNew: boolean
  isDone: boolean
  isSeated: boolean
  /** The lights were down, and their place given up. */
  comesWithLight: boolean
  /** Whether a sitting is under way. */
  isTogether: boolean
  /** A bell will begin it: nothing needs a press. */
  hasBellAhead: boolean
  /** What the day's meditation plays. */
  kind: DailyMeditation['plays']['kind']
}

/**
 * A play hides them, and above the chat a seat: there their place is given back. Beside the chat they keep it, so that
 * nothing moves, and in a sitting they fill it.
 */
export function FirstSteps(props: FirstStepsProps) {
  const { name, isNew, isDone, isSeated, comesWithLight, isTogether, hasBellAhead, kind } = props
  if (!isNew) return null
  const steps = [
    t('Say how you’re arriving'),
    isTogether || hasBellAhead || kind === 'live'
      ? t('Sit with everyone')
      : kind === 'silence'
        ? t('Sit it now')
        : t('Press play'),
    t('Say how you’re leaving'),
  ]
  return (
    <div
      className={clsx(
        'first-steps room-part flex flex-wrap gap-x-5 gap-y-1 px-4 pb-4 text-small text-ink-2 writing:hidden lg:p-0',
        comesWithLight && 'lights-back',
        isDone && !isTogether && 'invisible',
        // The row of levels comes first, where the two don't fit.
        isTogether && 'max-lg:order-2',
        (isDone || isSeated) && 'max-lg:hidden',
      )}
    >
      <p className="font-strong wrap-anywhere text-ink max-lg:basis-full">
        {t('Welcome, {name}', { name: firstName(name) })}
      </p>
      <ol aria-label={t('Your first sitting')} className="flex flex-wrap gap-x-5 gap-y-1">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-2">
            <span className="grid size-5.5 place-items-center rounded-pill bg-primary-soft font-strong text-meta text-primary">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  )
}
