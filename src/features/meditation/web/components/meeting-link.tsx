// The link to where a sitting meets: a new tab of another site, never a frame (TEACH-11).
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { meetingSite } from '#features/sittings/meeting.ts'
import { t } from '#shared/i18n/t.ts'
import { buttonVariants } from '#web/ui/button.tsx'

interface MeetingLinkProps {
  url: string
  variant: 'primary' | 'lit' | 'clear'
  className?: string
}

/** One button, which names the site. */
export function MeetingLink({ url, variant, className }: MeetingLinkProps) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={clsx(buttonVariants({ variant }), 'min-w-0', className)}
    >
      <ExternalLink aria-hidden className="size-4.5 flex-none" strokeWidth={1.8} />
      <span className="grid min-w-0 text-start leading-[1.2]">
        <span>{t('Open the meeting')}</span>
        <span dir="ltr" translate="no" className="truncate text-meta font-normal">
          {meetingSite(url)}
        </span>
      </span>
      <span className="sr-only"> {t('(opens a new tab)')}</span>
    </a>
  )
}

/** What the other site shows of its visitors. */
export function meetingHint(): string {
  return t('Others see the name you use there.')
}

/** What the stage says of a live sitting; its site is known to members while it is on. */
export function elsewhereTitle(meetingUrl: string | null): string {
  return meetingUrl === null
    ? t('Together elsewhere')
    : t('Together on {site}', { site: meetingSite(meetingUrl) })
}
