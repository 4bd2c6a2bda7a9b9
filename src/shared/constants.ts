// The business constants of the specification, in its order; the unit stands in each name.

export const productTimeZone = 'America/Chicago'
export const chatMessagesKept = 30
export const chatMessageMaxChars = 500
export const diaryMaxChars = 500
export const energyLevelCount = 8
export const energyLevelDefaultIndex = 5
export const sessionUpdateMs = 30_000
export const sessionDurationMaxSeconds = 7_200
export const onlineCountMeditationPollMs = 10_000
export const onlineCountShellPollMs = 30_000
export const chatReconnectMs = 2_000
export const chatReconnectMaxMs = 30_000
export const chatReconnectJitter = 0.5
export const chatFloodedRetryMs = 30_000
export const avatarStripScrollsAboveDesktop = 10
export const avatarStripScrollsAboveMobile = 8
export const scheduledTimeDefault = '00:00'
export const calendarCells = 42
export const profilePictureMaxMb = 5
export const cropInitialShare = 0.6
export const cropJpegQuality = 0.8
export const toastLimit = 1
export const toastDurationMs = 5_000
export const toastRemoveDelayMs = 1_000_000
export const toastSwipeThresholdPx = 50
export const toastHotkey = 'F8'
export const tooltipOpenDelayMs = 700
export const tooltipSkipDelayMs = 300

// What the decisions add to the specification's table.
export const nameMaxChars = 60
export const emailMaxChars = 254
export const passwordMinChars = 8
export const passwordMaxChars = 128
export const sessionRememberedMs = 14 * 24 * 3_600_000
export const sessionIdleMs = 12 * 3_600_000
export const sessionMaxMs = 30 * 24 * 3_600_000
export const presenceTickMs = 250
export const likesTickMs = 250
export const presenceNewestShown = 50
export const presenceGraceMs = 4_000
export const presenceNamedUpTo = 50
export const socketsPerUserMax = 8
export const frameMaxBytes = 8 * 1024
export const invalidFramesMax = 20
export const unsentMaxBytes = 256 * 1024
export const heartbeatMs = 30_000
export const clientSilenceMs = 45_000
export const chatBurst = 5
export const chatRefillMs = 1_500
export const chatMuteMs = 10_000
export const roomClosesAfterMinutes = 15
export const banReasonMaxChars = 500
export const bansPerHourUnremarked = 20
export const likedMessagesMax = 1_000
export const urlMaxChars = 2_048
export const completedShare = 0.8
export const completedMinSeconds = 60
export const completedMaxSeconds = 90 * 60
export const unknownDurationSeconds = 300
export const gapBeyondDurationSeconds = 10 * 60
export const sessionIdleEndsMs = 2 * 3_600_000
export const clockRestartsAfterMs = 2 * 60_000

/** The product writes it so wherever the specification quotes it (GA-08). */
export const gardianAngel = 'Gardian Angel'
