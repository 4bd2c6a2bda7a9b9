// Facts of a meditation in one line: its minutes, level, instructor and host, and for screen readers how many are here
// (MED-02, TEACH-06).
import type { ReactNode } from 'react'
import { namedHost } from '#features/sittings/named-host.ts'
import { t } from '#shared/i18n/t.ts'
import type { DailyMeditation } from '../../contract.ts'

const levelNames: Record<DailyMeditation['difficulty'], string> = {
  Beginner: t('Beginner'),
  Intermediate: t('Intermediate'),
  Advanced: t('Advanced'),
}

interface MeditationFactsProps {
  meditation: Pick<DailyMeditation, 'duration' | 'difficulty' | 'instructor' | 'instructorTitle' | 'host'>
  /** The current member count; the row of members says it to who sees. */
  activeNow: ReactNode
}

export function MeditationFacts({ meditation, activeNow }: MeditationFactsProps) {
  const { duration, difficulty, instructor, instructorTitle, host } = meditation
  const name = namedHost(instructor, host && host.name)
  const facts = [
    { term: t('Minutes'), fact: t('{minutes} min', { minutes: duration }) },
    { term: t('Level'), fact: levelNames[difficulty] },
    name === null
      ? { term: t('Instructor'), fact: t('with {instructor}', { instructor }) }
      : {
          term: t('Instructor and host'),
          fact: t('with {instructor} and {host}', { instructor, host: name }),
        },
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
