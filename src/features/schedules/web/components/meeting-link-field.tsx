// The meeting link of schedules, in place of their templates' (TEACH-11).
import {
  aroundMeeting,
  meetingAccess,
  meetingSite,
  meetingUrlSchema,
  missingMeetingMessage,
  needsOwnMeeting,
} from '#features/sittings/meeting.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCall } from '#web/use-call.ts'

/** Where the sittings of the chosen templates meet, unless their schedules say otherwise. */
export interface TemplateMeetings {
  /** Whether one of them takes place elsewhere and has no link. */
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
    needsLink: chosen.some((template) => needsOwnMeeting(template)),
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
  values: { meetingUrl: string }
  errors: { meetingUrl?: string | undefined }
  meetings: TemplateMeetings
  /** Whether it starts together: only a sitting has a meeting. */
  together: boolean
  onChange: (changed: { meetingUrl: string }) => void
}

/** Not shown where nothing would come of it. */
export function MeetingLinkField({ values, errors, meetings, together, onChange }: MeetingLinkFieldProps) {
  const { meetingUrl } = values
  const { needsLink, sites } = meetings
  if (!together && !needsLink && sites.length === 0 && meetingUrl === '') return null
  return (
    <Field
      label={t('Meeting link')}
      optional={!needsLink}
      error={errors.meetingUrl}
      hint={`${hintOf(meetings)} ${translate(meetingAccess)}`}
    >
      <Input
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required={needsLink}
        value={meetingUrl}
        onChange={(event) => onChange({ meetingUrl: event.target.value })}
      />
    </Field>
  )
}

function hintOf({ needsLink, sites }: TemplateMeetings): string {
  const [site] = sites
  if (needsLink) return t('The sitting takes place there, and its template has no link.')
  if (site === undefined) return translate(aroundMeeting)
  return sites.length === 1
    ? t('Leave it empty for the template’s link, on {site}.', { site })
    : t('Leave it empty for the link of each template.')
}
