// The parts of a sitting whose length a form asks for, with the bounds of `sittingSettingsSchema`.
export const partLengths = [
  { field: 'doorsMinutes', label: 'Doors open before', unit: 'minutes', max: 60 },
  { field: 'gatherSeconds', label: 'Gathering', unit: 'seconds', max: 600 },
  { field: 'bellSeconds', label: 'Bell', unit: 'seconds', max: 30 },
  { field: 'silenceMinutes', label: 'Silence after the video', unit: 'minutes', max: 180 },
  { field: 'sharingMinutes', label: 'Sharing', unit: 'minutes', max: 120 },
] as const
