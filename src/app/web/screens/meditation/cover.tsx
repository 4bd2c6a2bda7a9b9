// The cover of a sitting in the room: in a silence with the words of its block.
import type { ComponentProps } from 'react'
import { SittingCover } from '#features/meditation/web/components/sitting-cover.tsx'
import type { Block } from '#features/sittings/silence.ts'
import { useBlockWords } from '#features/sittings/web/hooks/use-block-words.ts'

type CoverProps = ComponentProps<typeof SittingCover>

interface MeditationCoverProps extends Omit<CoverProps, 'silence'> {
  silence: Omit<NonNullable<CoverProps['silence']>, 'words'> | null
}

export function MeditationCover({ silence, ...cover }: MeditationCoverProps) {
  const words = useBlockWords(cover.sitting, silence?.blocks ?? noBlocks)
  return <SittingCover {...cover} silence={silence && { ...silence, words }} />
}

const noBlocks: readonly Block[] = []
