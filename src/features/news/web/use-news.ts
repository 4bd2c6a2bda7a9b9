// The member's news on this page: read again after changes, and marking it as read.
import { useEffect } from 'react'
import { logFailure } from '#web/log.ts'
import { onSessionSignal } from '#web/session-signals.ts'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { newsCalls } from '../contract.ts'

/** Open pages read a change within this time, at random, so that they don't all read at once (NEWS-04). */
const spreadMs = 5_000

export function useNews() {
  const query = useCall(newsCalls.news, {}, { uncached: true, refetchOnFocus: true })
  const { refetch } = query
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onSessionSignal((signal) => {
      // `changed` also follows a lost connection, during which the message was missed.
      if (signal !== 'news' && signal !== 'changed') return
      clearTimeout(timer)
      timer = setTimeout(() => void refetch(), Math.random() * spreadMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [refetch])
  return query
}

export function useReadNews() {
  return useCallMutation(newsCalls.readNews, {
    refetch: [newsCalls.news],
    onError: (error) => logFailure('News was not marked as read.', error),
  })
}
