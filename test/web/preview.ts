// The preview of a community without anything to show, for tests of pages.
import type { MeditationPreview } from '#features/meditation/contract.ts'

export const emptyPreview: MeditationPreview = {
  today: null,
  startsAt: null,
  tomorrow: null,
  nextDay: null,
  satYesterday: null,
}
