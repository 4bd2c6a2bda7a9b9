// The parts of a sitting whose length a form asks for, with the bounds of `sittingSettingsSchema`.
import { t, message } from '#shared/i18n/t.ts'

export const partLengths = [
  { field: 'doorsMinutes', label: message('Doors open before'), unit: 'minutes', max: 60 },
  { field: 'gatherSeconds', label: message('Gathering'), unit: 'seconds', max: 600 },
  { field: 'bellSeconds', label: message('Bell'), unit: 'seconds', max: 30 },
  { field: 'silenceMinutes', label: message('Silence after the video'), unit: 'minutes', max: 180 },
  { field: 'sharingMinutes', label: message('Sharing'), unit: 'minutes', max: 120 },
] as const

/** Says the unit of a length, and its most. */
export function partLengthHint({ unit, max }: Pick<(typeof partLengths)[number], 'unit' | 'max'>): string {
  return t('{unit, select, seconds {In seconds, at most {max}.} other {In minutes, at most {max}.}}', {
    unit,
    max,
  })
}
