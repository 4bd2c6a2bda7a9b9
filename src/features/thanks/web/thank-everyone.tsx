// Thank everyone: one press in the sharing, and how many have pressed. Nothing in it speaks by itself.
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#shared/i18n/t.ts'
import { liveServerMessages } from '#shared/live/channel-messages.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { Button } from '#web/ui/button.tsx'
import { uniqueId } from '#web/unique-id.ts'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { thanksCalls, thanksServerMessages, type Thanks, type ThanksClientMessage } from '../contract.ts'
import { thanksSentence } from '../rules.ts'

interface ThankEveryoneProps {
  client: LiveClient
  sittingId: number
  isSharing: boolean
  /** Its place, on the picture or below it; null while there is none. */
  container: HTMLElement | null
  isOnImage: boolean
}

/** For a sitting under way: it counts from the doors on, and shows in the sharing. */
export function ThankEveryone({ client, sittingId, isSharing, container, isOnImage }: ThankEveryoneProps) {
  const { thanks, thank } = useThanks(client, sittingId, isSharing)
  const sentence = useRef<HTMLParagraphElement>(null)
  const [takesFocus, setTakesFocus] = useState(false)
  useLayoutEffect(() => {
    if (takesFocus) sentence.current?.focus({ preventScroll: true })
  }, [takesFocus])
  if (!isSharing || thanks === null || container === null) return null
  const content = (
    <>
      {!thanks.hasThanked && (
        <Button
          variant={isOnImage ? 'lit' : 'ghost'}
          onClick={() => {
            // The button unmounts.
            setTakesFocus(true)
            thank()
          }}
        >
          {t('Thank everyone')}
        </Button>
      )}
      <p
        ref={sentence}
        tabIndex={-1}
        className={clsx(
          'tabular-nums outline-none',
          // A line of its own below the buttons, in place before the first thanks.
          isOnImage ? 'order-last min-h-[1.55em] basis-full text-[0.95rem]' : 'text-small empty:hidden',
        )}
      >
        {thanksSentence(thanks)}
      </p>
    </>
  )
  return createPortal(
    isOnImage ? (
      content
    ) : (
      <div className="flex flex-wrap items-center justify-end gap-x-3.5 gap-y-1">{content}</div>
    ),
    container,
  )
}

/** The thanks as this page knows them, null until it does; and the press, which shows at once. */
function useThanks(
  client: LiveClient,
  sittingId: number,
  isSharing: boolean,
): { thanks: Thanks | null; thank: () => void } {
  const [received, setReceived] = useState(0)
  const [press, setPress] = useState<{ id: string; countBefore: number } | null>(null)
  // A page that is open as the sharing starts knows that the count is 0, and makes no call.
  const [mustRead, setMustRead] = useState(isSharing)
  const queries = useQueryClient()
  const input = { params: { id: String(sittingId) } }
  const read = useCall(thanksCalls.thanks, input, { enabled: mustRead, uncached: true })
  const queryKey = queryKeyOf(thanksCalls.thanks, input)
  const latest = useRef({ press, queryKey })
  useEffect(() => {
    latest.current = { press, queryKey }
  })
  useEffect(() => {
    const stops = [
      client.onMessage(thanksServerMessages, ({ sittingId: id, count }) => {
        if (id === sittingId) setReceived(count)
      }),
      client.onMessage(liveServerMessages, (message) => {
        if (message.type === 'error' && message.clientMessageId === latest.current.press?.id) setPress(null)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, sittingId])
  useEffect(() => {
    if (!isSharing) return
    return client.onStatusChange(() => {
      if (client.status().state !== 'connected') return
      // The press or messages of others may have been lost with the connection.
      if (latest.current.press) sendThank(client, latest.current.press.id)
      setMustRead(true)
      void queries.invalidateQueries({ queryKey: latest.current.queryKey })
    })
  }, [client, queries, isSharing])

  const { count = 0, hasThanked = false } = read.data ?? {}
  const known = Math.max(count, received)
  const ownCount = press === null ? 0 : Math.max(press.countBefore, hasThanked ? 0 : count) + 1
  const isKnown = !mustRead || !read.isPending
  return {
    // Includes the press before the server has recorded it.
    thanks: isKnown ? { count: Math.max(known, ownCount), hasThanked: hasThanked || press !== null } : null,
    thank: () => {
      const id = uniqueId()
      setPress({ id, countBefore: known })
      sendThank(client, id)
    },
  }
}

function sendThank(client: LiveClient, clientMessageId: string): void {
  const message: ThanksClientMessage = { type: 'thank', clientMessageId }
  client.send(message)
}
