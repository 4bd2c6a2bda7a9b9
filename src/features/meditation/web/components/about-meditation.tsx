// About this meditation: its facts, description and steps; collapsed on narrow screens.
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { Button } from '#web/ui/button.tsx'
import { Chevron } from '#web/ui/chevron.tsx'
import type { DailyMeditation } from '../../contract.ts'

interface AboutMeditationProps {
  meditation: DailyMeditation
  /** Its facts in one line, unless the header says them. */
  facts: ReactNode
  /** While a sitting is under way narrow screens have no room for it. */
  isUnderWay: boolean
}

export function AboutMeditation({ meditation, facts, isUnderWay }: AboutMeditationProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const narrowClass = isUnderWay && 'max-lg:hidden'
  return (
    <>
      {facts && (
        <div className="room-part px-4 pb-4 text-small text-ink-2 writing:hidden lg:p-0">{facts}</div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={clsx(
          'room-part mx-4 flex min-h-11 items-center justify-between border-t border-line text-small font-medium text-ink-2 writing:hidden lg:hidden',
          narrowClass,
        )}
      >
        {t('About this meditation')}
        <Chevron isOpen={isOpen} />
      </button>
      <div
        id={id}
        className={clsx(
          'gap-4.5 px-4 pt-1 pb-5 writing:hidden lg:contents',
          isOpen ? 'grid' : 'hidden',
          narrowClass,
        )}
      >
        <DescriptionAndSteps meditation={meditation} />
      </div>
      <p
        className={clsx(
          'room-part mx-4 flex border-t border-line text-small font-medium text-ink-2 writing:hidden lg:mx-0',
          narrowClass,
        )}
      >
        <Link to="/week" className="flex min-h-11 items-center text-ink-2 underline underline-offset-4">
          {t('Coming days')}
        </Link>
      </p>
    </>
  )
}

/** The steps expand below the description (MED-33). */
function DescriptionAndSteps({ meditation }: { meditation: DailyMeditation }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { description, language, sessionSteps, stepsLanguage } = meditation
  return (
    <div className="room-part grid gap-4">
      <div className="flex flex-col items-start justify-between gap-x-8 gap-y-3 lg:flex-row">
        <p
          dir="auto"
          lang={contentLang(language)}
          className="max-w-[68ch] text-start text-[1.02rem] wrap-anywhere whitespace-pre-line text-ink-2"
        >
          {description}
        </p>
        {sessionSteps.length > 0 && (
          <Button
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-ms-1 lg:mt-0.5 lg:ms-0"
          >
            {t('In this meditation')}
            <Chevron isOpen={isOpen} />
          </Button>
        )}
      </div>
      <ol id={id} hidden={!isOpen} className="motion-fade max-w-[68ch]">
        {sessionSteps.map((step) => (
          <li key={step.number} className="flex gap-4 border-t border-line py-3 first:border-0 first:pt-0">
            <span className="serif w-5 flex-none pt-px text-lead text-ink-3">{step.number}</span>
            <div lang={contentLang(stepsLanguage)} className="min-w-0">
              <p dir="auto" className="font-bold wrap-anywhere">
                {step.title}
              </p>
              <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-2">
                {step.description}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
