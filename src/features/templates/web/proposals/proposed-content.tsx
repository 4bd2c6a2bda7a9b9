// All of a proposed template that its card doesn't show: words, steps, addresses and languages.
import { livePlaceOf } from '#features/sittings/live-place.ts'
import { meetingSite } from '#features/sittings/meeting.ts'
import { languageNames } from '#shared/i18n/language-names.ts'
import { languages, t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { Summary } from '#web/ui/summary.tsx'
import type { TemplateFields } from '../../contract.ts'
import { parseMediaAddress } from '../../media-address.ts'

export function ProposedContent({ template }: { template: TemplateFields }) {
  const { title, description, sessionSteps, translations } = template
  const others = languages.filter((language) => translations[language] !== undefined)
  return (
    <details className="text-small">
      <Summary className="link">
        {t('Read it')}
        <span className="sr-only">{` ${title}`}</span>
      </Summary>
      <div lang={contentLang(null)} className="grid gap-3 pt-1 wrap-anywhere">
        <p dir="auto" className="whitespace-pre-wrap">
          {description}
        </p>
        {sessionSteps.length > 0 && (
          <ol className="grid list-decimal gap-2 ps-5">
            {sessionSteps.map((step) => (
              <li key={step.number} dir="auto">
                <span className="font-strong">{step.title}</span>
                {step.description !== '' && (
                  <p className="whitespace-pre-wrap text-ink-2">{step.description}</p>
                )}
              </li>
            ))}
          </ol>
        )}
        <Addresses template={template} />
        {others.length > 0 && (
          <p className="text-ink-2">
            {t('Also in: {languages}', {
              languages: others.map((language) => languageNames[language]).join(', '),
            })}
          </p>
        )}
      </div>
    </details>
  )
}

/** Each opens in a new tab, which isn't told where it comes from. */
function Addresses({ template: { plays, captionsUrl, meetingUrl } }: { template: TemplateFields }) {
  const video = plays.kind === 'video' ? plays : null
  const stream = plays.kind === 'live' && livePlaceOf(plays.source) === 'address' ? plays.source : null
  const addresses = [
    { label: t('The video'), url: video?.videoUrl },
    { label: t('The sound alone'), url: video?.audioUrl },
    { label: t('The captions'), url: captionsUrl },
    { label: t('The stream'), url: stream },
  ].flatMap(({ label, url }) => {
    const href = parseMediaAddress(url ?? null)
    return href === null ? [] : [{ label, href }]
  })
  const meeting = meetingUrl === null ? [] : [{ label: meetingSite(meetingUrl), href: meetingUrl }]
  const links = [...addresses, ...meeting]
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {links.map(({ label, href }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noopener noreferrer" className="link">
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
