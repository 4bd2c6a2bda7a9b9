// The way to the meeting in the sharing, which may go on there: for every kind of sitting (TEACH-11).
import { MeetingLink, meetingHint } from '#features/meditation/web/components/meeting-link.tsx'

/** Below the first line of the sharing, in the chat. */
export function SharingMeeting({ url }: { url: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 border-b border-line px-5 py-3 text-center writing:hidden">
      <MeetingLink url={url} variant="primary" />
      <p className="text-small text-balance text-ink-2">{meetingHint()}</p>
    </div>
  )
}
