// The settings on the screen of administrators: read when it opens, on focus, and after each change.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isCallError } from '#web/call.ts'
import { useCommunity } from '#web/community.ts'
import { queryKeyOf, useCall, useReadFailure } from '#web/use-call.ts'
import { communityCalls, communitySettingsSchema, type CommunitySettings } from '../../contract.ts'

/** Values and version always come from one read. */
export function useSettings() {
  const query = useCall(communityCalls.communitySettings, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  /** As the last change on this screen returned them. */
  const [returned, setReturned] = useState<CommunitySettings | null>(null)
  // A read that began before a change may end after it.
  const isDataNewer = data !== undefined && (returned === null || data.version >= returned.version)
  const settings = isDataNewer ? data : returned
  const client = useQueryClient()
  const receive = (current: CommunitySettings) => {
    setReturned(current)
    // Other screens that keep the settings, such as the form of a new schedule, show them at once.
    client.setQueryData(queryKeyOf(communityCalls.communitySettings, {}), current)
  }
  const { version } = useCommunity()
  const isOlderThanPage = settings !== null && settings.version < version
  useEffect(() => {
    if (isOlderThanPage) void refetch()
  }, [isOlderThanPage, version, refetch])
  return {
    settings,
    isFailed,
    isFetching,
    refetch,
    receive,
    /** Takes the settings that came with a refused change; the error stays to be shown. */
    receiveRefusal: (error: unknown) => {
      const current = currentSettingsOf(error)
      if (current !== null) receive(current)
    },
  }
}

/** The settings that a `changed_meanwhile` brought along; null for another error. */
function currentSettingsOf(error: unknown): CommunitySettings | null {
  const body = isCallError(error) ? error.errorBody : null
  if (body?.code !== 'changed_meanwhile') return null
  return communitySettingsSchema.safeParse(body.current).data ?? null
}
