// The bells in words.
export const bellLabels = { bowl: 'Bowl', chime: 'Chime', gong: 'Gong', off: 'Off' } as const
