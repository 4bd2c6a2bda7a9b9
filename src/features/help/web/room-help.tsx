// Room help: a member's two ways to ask during a sitting, and the moderators' queue. Nothing in it speaks by itself.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LiveClient } from '#features/live/live-client.ts'
import { Button } from '#web/ui/button.tsx'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { helpCalls, helpServerMessages, type HelpDetails, type HelpKind } from '../contract.ts'
import { setHelpOpener } from './help-opener.ts'
import { HelpPanel } from './help-panel.tsx'
import { HelpQueue } from './help-queue.tsx'

interface RoomHelpProps {
  client: LiveClient
  /** The reader's id if they are a moderator, else null. */
  moderatorId: number | null
  /** What a technical request may carry. */
  readDetails: () => HelpDetails
}

/** For a sitting under way. */
export function RoomHelp({ client, moderatorId, readDetails }: RoomHelpProps) {
  const [open, setOpen] = useState<HelpKind | null>(null)
  const [hasNews, setNews] = useState(false)
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = (call: typeof helpCalls.ownHelp | typeof helpCalls.helpQueue) =>
      queries.invalidateQueries({ queryKey: queryKeyOf(call, {}) })
    const stops = [
      client.onMessage(helpServerMessages, ({ type }) => {
        if (type === 'help-answered') setNews(true)
        void refetch(type === 'help-answered' ? helpCalls.ownHelp : helpCalls.helpQueue)
      }),
      // A message may have been missed while the connection was lost.
      client.onStatusChange(() => {
        if (client.status().state !== 'connected') return
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
  // Whoever asks for nothing makes no call.
  const own = useCall(helpCalls.ownHelp, {}, { enabled: open !== null || hasNews, uncached: true })
  const hasAnswer = own.data?.request?.messages.some(({ isAnswer }) => isAnswer) ?? false
  return (
    <section aria-label="Help" className="grid gap-3 px-4 pb-3 writing:hidden lg:p-0">
      {moderatorId !== null && <HelpQueue moderatorId={moderatorId} />}
      {open === null ? (
        <div className="flex flex-wrap gap-x-2 gap-y-1 max-lg:-mx-2">
          {(['technical', 'care'] as const).map((kind) => (
            <Button key={kind} variant="quiet" size="sm" onClick={() => setOpen(kind)}>
              {labels[kind]}
            </Button>
          ))}
          {hasAnswer && (
            <Button variant="link" size="sm" onClick={() => setOpen(own.data?.request?.kind ?? 'technical')}>
              You have an answer
            </Button>
          )}
        </div>
      ) : (
        <HelpPanel
          key={open}
          kind={open}
          title={labels[open]}
          own={own}
          readDetails={readDetails}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

const labels: Record<HelpKind, string> = { technical: 'Technical help', care: 'I am not well' }
