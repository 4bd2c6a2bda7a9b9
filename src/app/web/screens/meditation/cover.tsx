// The cover of a sitting in the room: in a silence with the words of its block, in a live sitting with what comes.
import type { ComponentProps } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { SittingCover } from '#features/meditation/web/components/sitting-cover.tsx'
import type { PlaysOfDay } from '#features/sittings/plays.ts'
import type { Block } from '#features/sittings/silence.ts'
import { useBlockWords } from '#features/sittings/web/hooks/use-block-words.ts'
import type { StreamAddress } from '#features/streams/stream-address.ts'
import { streamOnPage } from '#features/streams/web/stream-on-page.ts'

type CoverProps = ComponentProps<typeof SittingCover>

interface MeditationCoverProps extends Omit<CoverProps, 'silence' | 'live' | 'stream'> {
  silence: Omit<NonNullable<CoverProps['silence']>, 'words'> | null
  plays: PlaysOfDay
  /** Where it meets; null without a place. */
  meetingUrl: string | null
  /** Where it is streamed; null without a stream. */
  streamAddress: StreamAddress | null
  /** Who holds it; null while no one does. */
  host: DailyMeditation['host']
  /** What it plays is over, and the silence after it is on. */
  isSilence: boolean
}

export function MeditationCover(props: MeditationCoverProps) {
  const { silence, plays, meetingUrl, streamAddress, host, isSilence, ...cover } = props
  const words = useBlockWords(cover.sitting, silence?.blocks ?? noBlocks)
  const { wasSeen } = streamOnPage.use()
  const isLive = plays.kind === 'live'
  const isStreamed = isLive && plays.isStreamed
  const stream = { url: streamAddress?.url ?? null, hostName: host?.name ?? null, wasSeen, isSilence }
  return (
    <SittingCover
      {...cover}
      silence={silence && { ...silence, words }}
      live={isLive && !isStreamed ? { meetingUrl, isSilence } : null}
      stream={isStreamed ? stream : null}
    />
  )
}

const noBlocks: readonly Block[] = []
