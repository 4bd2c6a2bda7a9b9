// About this meditation: description, steps and stats; collapsed on narrow screens.
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { Button } from '#web/ui/button.tsx'
import type { DailyMeditation } from '../../contract.ts'

interface AboutMeditationProps {
  meditation: DailyMeditation
  /** The current member count. */
  activeNow: ReactNode
  /** How the video keeps up with the group's; nothing outside a sitting. */
  videoStatus: ReactNode
}

export function AboutMeditation({ meditation, activeNow, videoStatus }: AboutMeditationProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="room-part mx-4 flex min-h-11 items-center justify-between border-t border-line text-small font-medium text-ink-2 writing:hidden lg:hidden"
      >
        {t('About this meditation')}
        <Chevron isOpen={isOpen} />
      </button>
      <div
        id={id}
        className={clsx('gap-4.5 px-4 pt-1 pb-5 writing:hidden lg:contents', isOpen ? 'grid' : 'hidden')}
      >
        <DescriptionAndSteps meditation={meditation} />
        <Stats meditation={meditation} activeNow={activeNow} />
        {videoStatus}
      </div>
      <p className="room-part mx-4 flex min-h-11 items-center border-t border-line text-small font-medium text-ink-2 writing:hidden lg:mx-0">
        <Link to="/week" className="text-ink-2 underline underline-offset-4">
          {t('Coming days')}
        </Link>
      </p>
    </>
  )
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      className={clsx(
        'size-4.5 flex-none transition-transform motion-reduce:transition-none',
        isOpen && 'rotate-180',
      )}
      strokeWidth={1.8}
    />
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

const levelNames: Record<DailyMeditation['difficulty'], string> = {
  Beginner: t('Beginner'),
  Intermediate: t('Intermediate'),
  Advanced: t('Advanced'),
}

function Stats({ meditation, activeNow }: Omit<AboutMeditationProps, 'videoStatus'>) {
  const { duration, difficulty, instructor, instructorTitle } = meditation
  return (
    <dl className="room-part grid grid-cols-2 gap-y-4 border-t border-line pt-4.5 lg:grid-cols-4">
      <Stat term={t('Active Now')}>{activeNow}</Stat>
      <Stat term={t('Minutes')}>{duration}</Stat>
      <Stat term={t('Level')}>{levelNames[difficulty]}</Stat>
      <Stat term={t('Instructor')} detail={instructorTitle}>
        {instructor}
      </Stat>
    </dl>
  )
}

function Stat({ term, detail, children }: { term: string; detail?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-line even:border-s even:ps-6 lg:not-first:border-s lg:not-first:ps-6">
      <dt className="text-meta text-ink-3">{term}</dt>
      <dd className="text-lead leading-snug font-medium wrap-anywhere tabular-nums">{children}</dd>
      {detail !== undefined && detail !== '' && <dd className="text-meta text-ink-3">{detail}</dd>}
    </div>
  )
}
