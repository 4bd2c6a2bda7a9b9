// Facts of a meditation in one line: its minutes, level and instructor, and for screen readers how many are here (MED-02).
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { DailyMeditation } from '../../contract.ts'

const levelNames: Record<DailyMeditation['difficulty'], string> = {
  Beginner: t('Beginner'),
  Intermediate: t('Intermediate'),
  Advanced: t('Advanced'),
}

interface MeditationFactsProps {
  meditation: Pick<DailyMeditation, 'duration' | 'difficulty' | 'instructor' | 'instructorTitle'>
  /** The current member count; the row of members says it to who sees. */
  activeNow: ReactNode
}

export function MeditationFacts({ meditation, activeNow }: MeditationFactsProps) {
  const { duration, difficulty, instructor, instructorTitle } = meditation
  const facts = [
    { term: t('Minutes'), fact: t('{minutes} min', { minutes: duration }) },
    { term: t('Level'), fact: levelNames[difficulty] },
    { term: t('Instructor'), fact: t('with {instructor}', { instructor }) },
  ]
  return (
    <dl className="facts flex flex-wrap wrap-anywhere">
      <dt className="sr-only">{t('Active Now')}</dt>
      <dd className="sr-only">{activeNow}</dd>
      {facts.map(({ term, fact }, index) => (
        <div key={term} className="contents">
          {index > 0 && (
            <span aria-hidden className="mx-[0.45em]">
              ·
            </span>
          )}
          <dt className="sr-only">{term}</dt>
          <dd className="min-w-0 tabular-nums" dir="auto">
            {fact}
          </dd>
        </div>
      ))}
      {instructorTitle !== '' && <dd className="sr-only">{instructorTitle}</dd>}
    </dl>
  )
}
