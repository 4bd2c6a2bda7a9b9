// The parts of a sitting whose length a form asks for, with the bounds of `sittingSettingsSchema`.
import { text } from '#shared/t.ts'

export const partLengths = [
  { field: 'doorsMinutes', label: text('Doors open before'), unit: 'minutes', max: 60 },
  { field: 'gatherSeconds', label: text('Gathering'), unit: 'seconds', max: 600 },
  { field: 'bellSeconds', label: text('Bell'), unit: 'seconds', max: 30 },
  { field: 'silenceMinutes', label: text('Silence after the video'), unit: 'minutes', max: 180 },
  { field: 'sharingMinutes', label: text('Sharing'), unit: 'minutes', max: 120 },
] as const
