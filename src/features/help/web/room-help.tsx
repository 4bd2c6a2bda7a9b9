// Room help: a member's two ways to ask during a sitting, and the queue of moderators and host. No live regions.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { onJoin, type LiveClient } from '#shared/live/live-client.ts'
import { readTabDraft, writeTabDraft } from '#web/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { helpCalls, type HelpDetails, type HelpKind } from '../contract.ts'
import { helpServerMessages } from '../live-messages.ts'
import { helpPollMs } from '../rules.ts'
import { setHelpOpener } from './help-opener.ts'
import { HelpPanel } from './help-panel.tsx'
import { HelpQueue } from './help-queue.tsx'

interface RoomHelpProps {
  client: LiveClient
  /** The viewer's id if they are a moderator or hold the sitting, else null. */
  helperId: number | null
  /** Someone holds the sitting, who sees technical requests (TEACH-04). */
  hasHost: boolean
  /** The details that a technical request may include. */
  readDetails: () => HelpDetails
  /** Today's video at YouTube; null if it's elsewhere. */
  watchUrl: string | null
  /** What follows beside the ways to ask, before the queue: that is as high as its requests, and moves none of it. */
  children?: ReactNode
}

/** For a sitting under way. */
export function RoomHelp({ client, helperId, hasHost, readDetails, watchUrl, children }: RoomHelpProps) {
  const [open, setOpen] = useState<HelpKind | null>(null)
  const [hasNews, setNews] = useState(false)
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = (call: typeof helpCalls.ownHelp | typeof helpCalls.helpQueue) =>
      queries.invalidateQueries({ queryKey: queryKeyOf(call, {}) })
    const stops = [
      client.onMessage(helpServerMessages, ({ type }) => {
        if (type === 'own-help-updated') setNews(true)
        void refetch(type === 'own-help-updated' ? helpCalls.ownHelp : helpCalls.helpQueue)
      }),
      onJoin(client, () => {
        void refetch(helpCalls.ownHelp)
        void refetch(helpCalls.helpQueue)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, queries])
  useEffect(() => {
    setHelpOpener(setOpen)
    return () => setHelpOpener(null)
  }, [])
  const [hasAsked, setAsked] = useState(() => readTabDraft(askedDraft) !== null)
  // A member who never asked makes no call.
  const isEnabled = open !== null || hasNews || hasAsked
  const own = useCall(helpCalls.ownHelp, {}, { enabled: isEnabled, uncached: true, pollMs: helpPollMs })
  if (!hasAsked && own.data?.request) setAsked(true)
  useEffect(() => {
    if (hasAsked) writeTabDraft(askedDraft, 'yes')
  }, [hasAsked])
  const [data, release] = useHeldPlace(own.data)
  const section = useFocusBack(open)
  const hasReply = data?.request?.messages.some(({ isReply }) => isReply) ?? false
  return (
    <>
      <section ref={section} aria-label={t('Help')} className="room-help grid gap-3" onClickCapture={release}>
        {open === null ? (
          <div className="flex flex-wrap">
            {(['care', 'technical'] as const).map((kind) => (
              <Button key={kind} data-kind={kind} variant="subtle" size="sm" onClick={() => setOpen(kind)}>
                {labels[kind]}
              </Button>
            ))}
            {hasReply && (
              <Button variant="link" size="sm" onClick={() => setOpen(data?.request?.kind ?? 'technical')}>
                {t('You have a reply')}
              </Button>
            )}
          </div>
        ) : (
          <HelpPanel
            key={open}
            kind={open}
            title={labels[open]}
            own={{ ...own, data }}
            hasHost={hasHost}
            readDetails={readDetails}
            watchUrl={watchUrl}
            onClose={() => setOpen(null)}
          />
        )}
      </section>
      {children}
      {helperId !== null && <HelpQueue helperId={helperId} />}
    </>
  )
}

/** Moves the focus from a panel that closed to the button of its kind. Returns the ref of what contains both. */
function useFocusBack(open: HelpKind | null) {
  const section = useRef<HTMLElement>(null)
  const last = useRef(open)
  useLayoutEffect(() => {
    const closed = open === null ? last.current : null
    last.current = open
    // Who is elsewhere meanwhile stays there.
    if (closed !== null && document.activeElement?.contains(section.current))
      section.current?.querySelector<HTMLElement>(`[data-kind='${closed}']`)?.focus({ preventScroll: true })
  }, [open])
  return section
}

/** Survives a reload: a reply that came meanwhile is still shown. */
const askedDraft = 'help-asked'

const labels: Record<HelpKind, string> = {
  technical: t('Technical help'),
  care: t('I am not well'),
  message: t('Write to the garden angels'),
}
