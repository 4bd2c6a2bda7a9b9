// The meeting link of schedules, in place of their templates' (TEACH-11).
import { meetingSite, meetingUrlSchema, missingMeetingMessage } from '#features/sittings/meeting.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCall } from '#web/use-call.ts'

/** Where the sittings of the chosen templates meet, unless their schedules say otherwise. */
export interface TemplateMeetings {
  /** Whether one of them is live and has no link. */
  needsLink: boolean
  /** The sites of their links. */
  sites: readonly string[]
}

/** Of nothing until the templates are loaded. */
export function useTemplateMeetings(templateIds: readonly number[]): TemplateMeetings {
  const { data } = useCall(templatesCalls.templates, {}, { enabled: templateIds.length > 0 })
  const chosen = (data ?? []).flatMap((template) =>
    templateIds.includes(template.id) && 'plays' in template ? template : [],
  )
  return {
    needsLink: chosen.some(({ plays, meetingUrl }) => plays.kind === 'live' && meetingUrl === null),
    sites: [
      ...new Set(chosen.flatMap(({ meetingUrl }) => (meetingUrl === null ? [] : meetingSite(meetingUrl)))),
    ],
  }
}

/** What the server would object to. */
export function meetingLinkError(typed: string, { needsLink }: Pick<TemplateMeetings, 'needsLink'>) {
  if (typed.trim() === '') return needsLink ? translate(missingMeetingMessage) : undefined
  return issuesOfSchema(meetingUrlSchema, typed)[0]?.message
}

interface MeetingLinkFieldProps {
  value: string
  error: string | undefined
  meetings: TemplateMeetings
  /** Whether it starts together: only a sitting has a meeting. */
  together: boolean
  onChange: (meetingUrl: string) => void
}

/** Not shown where nothing would come of it. */
export function MeetingLinkField({ value, error, meetings, together, onChange }: MeetingLinkFieldProps) {
  const { needsLink, sites } = meetings
  if (!together && !needsLink && sites.length === 0 && value === '') return null
  return (
    <Field
      label={t('Meeting link')}
      optional={!needsLink}
      error={error}
      hint={`${hintOf(meetings)} ${t('Only members get it, from the opening of the doors to the end of the sharing.')}`}
    >
      <Input
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required={needsLink}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function hintOf({ needsLink, sites }: TemplateMeetings): string {
  const [site] = sites
  if (needsLink) return t('A live sitting takes place there, and its template has no link.')
  if (site === undefined) return t('Where members meet around the sitting, such as for tea afterwards.')
  return sites.length === 1
    ? t('Leave it empty for the template’s link, on {site}.', { site })
    : t('Leave it empty for the link of each template.')
}
