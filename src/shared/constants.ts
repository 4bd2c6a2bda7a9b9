// Business constants in the order of the specification; each name ends in its unit.
import { message } from './i18n/t.ts'

export const chatHistorySize = 30
export const chatMessageMaxChars = 500
export const diaryMaxChars = 500
export const energyLevelCount = 8
export const energyLevelDefaultIndex = 5
export const visitReportMs = 30_000
export const visitMaxSeconds = 7_200
export const onlineCountMeditationPollMs = 10_000
export const onlineCountShellPollMs = 30_000
export const chatReconnectMs = 2_000
export const chatReconnectMaxMs = 30_000
export const chatReconnectJitter = 0.5
export const chatRateLimitedRetryMs = 30_000
export const avatarStripScrollThresholdDesktop = 10
export const avatarStripScrollThresholdMobile = 8
export const scheduledTimeDefault = '00:00'
export const calendarCells = 42
export const journeyStepMs = 3_000
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
export const pointsForJoining = 50
export const pointsForReferring = 100
export const pointsForFirstSession = 25
export const transactionsMaxHeightRem = 12

// Additions to the specification's table, from the decision records.
export const nameMaxChars = 60
export const emailMaxChars = 254
export const passwordMinChars = 8
export const passwordMaxChars = 128
export const sessionRememberedMs = 14 * 24 * 3_600_000
export const sessionIdleMs = 12 * 3_600_000
export const sessionMaxMs = 30 * 24 * 3_600_000
export const presenceTickMs = 250
export const likesTickMs = 250
export const presenceShownMax = 50
export const presenceGraceMs = 4_000
export const presenceEventsRoomMax = 50
export const socketsPerUserMax = 8
export const sessionsPerPersonMax = 50
export const frameMaxBytes = 8 * 1024
export const invalidFramesMax = 20
export const socketBufferMaxBytes = 256 * 1024
export const heartbeatMs = 30_000
export const clientSilenceMs = 45_000
export const chatBurst = 5
export const chatRefillMs = 1_500
export const chatFloodPauseMs = 10_000
export const roomClosesAfterMinutes = 15
export const newDayJitterMs = 5_000
export const banReasonMaxChars = 500
export const bansPerHourAlertThreshold = 20
export const likedMessagesMax = 1_000
export const urlMaxChars = 2_048
export const membersPageSize = 20
export const membersUnpagedMax = 1_000
export const referrerMatchesMax = 10
export const topUsersCount = 10
export const yearViewPerMonth = 3
export const repeatWeeksMax = 12
export const repeatCountMax = 4
export const templateTitleMaxChars = 200
export const templateDescriptionMaxChars = 5_000
export const templateMinutesMax = 600
export const instructorMaxChars = 120
export const stepTitleMaxChars = 200
export const stepTextMaxChars = 2_000
export const sessionStepsMax = 30
export const sessionStepsInitialCount = 3
export const templatesPerImportMax = 200
/** Templates that a teacher proposes: how many of theirs may wait, how many a day, and why one is declined (TEACH-08). */
export const proposalsWaitingMax = 10
export const proposalsPerDay = 20
export const declineSentenceMaxChars = 300
export const pictureNameMaxChars = 100
export const referralCodeChars = 8
export const inviteCodeChars = 12
/** The longest text in which a code is looked for: an address with parameters, or a short mail. */
export const joinTextMaxChars = 2_000
export const inviteUsesMost = 1_000
export const inviteDaysMost = 365
export const invitesListMax = 200
/** A list of people that an administrator invites: rows and UTF-16 units (JOIN-01). */
export const invitedPeopleMax = 2_000
export const invitedPeopleTextMaxChars = 1024 * 1024
/** How the community has the addresses, as the mails say it. */
export const inviteSentenceMaxChars = 300
export const inviteBatchesListMax = 50
/** The addresses that a list names for its screen, of each kind. */
export const inviteProblemsListMax = 100
export const personalInviteDays = 30
/** One invitation for a mailbox in so many days; unused ones are deleted after them (JOIN-02, JOIN-07). */
export const invitationDays = 90
export const invitationsPerHour = 500
/** A file of attendance: rows, UTF-16 units, rows of one address, minutes of one day (JOIN-06). */
export const attendanceRowsMax = 100_000
export const attendanceTextMaxChars = 5 * 1024 * 1024
export const attendanceRowsPerPersonMax = 4_000
export const minutesOfDay = 1_440
export const attendanceProblemsMax = 200
export const offeredTimeRetentionDays = 90
export const rewardsPerDayAlertThreshold = 10
export const joinsPerAddressAlertThreshold = 3
export const referralFlagsDays = 30
export const completedShare = 0.8
export const completedMinSeconds = 60
export const completedMaxSeconds = 90 * 60
export const unknownDurationSeconds = 300
export const gapBeyondDurationSeconds = 10 * 60
export const sittingIdleTimeoutMs = 2 * 3_600_000
export const sittingClockResetMs = 2 * 60_000
/** After the page's start: the first screen has the full bandwidth before. */
export const backgroundPreloadDelayMs = 4_000

// Retention periods (docs/decisions/0031).
export const chatRetentionDays = 90
export const deletedChatRetentionDays = 30
export const heldChatRetentionDays = 1
export const endedSessionRetentionDays = 30
export const signInAddressRetentionDays = 90
export const activityDetailsRetentionDays = 180
export const endedAddressBanRetentionDays = 180
export const idempotencyKeyRetentionHours = 24
/** The feed of a calendar reaches so many days back and ahead (CAL-01). */
export const calendarPastDays = 30
export const calendarComingDays = 365
/** Canceled and deleted sittings stay in the feed for so many days, so that calendars learn of it (CAL-02). */
export const cancelledInCalendarDays = 30
export const helpTextMaxChars = 500
export const helpRetentionDays = 30
/** After its answer. */
export const proposalRetentionDays = 30
export const thanksRetentionDays = 30
/** The links of a sitting's halls, after its sharing. */
export const hallRetentionDays = 1
export const endedInviteRetentionDays = 90
/** Devices of a member that receive notifications (REM-09). */
export const pushDevicesMax = 5
export const goneDeviceRetentionDays = 90
export const dailyMailRetentionDays = 3
export const reminderRetentionDays = 30
export const newsTitleMaxChars = 80
export const newsTextMaxChars = 1_000
/** The days on which news is shown, at most (NEWS-01). */
export const newsDaysMost = 30
/** /news lists the news of so many days; then they are deleted (NEWS-03). */
export const newsRetentionDays = 90
/** A mail of news leaves so long after its publication, and can be withdrawn until then (NEWS-06). */
export const newsMailDelayMinutes = 10
export const newsMailsPerWeek = 4
/** The bounds of how many pairs the room’s energy needs at least, which administrators set (PULSE-06). */
export const reflectionPairsMinLeast = 5
export const reflectionPairsMinMost = 50
/** After the end of the meditation (PULSE-07). */
export const reflectionDelayMs = 120_000
/** From so many pairs on the room's energy has tenths; with fewer, half centers (PULSE-05). */
export const reflectionTenthsPairsMin = 20
/** The pairs that a sitting needs at least to enter 'What helps' (PULSE-11). */
export const whatHelpsPairsMin = 8
export const communityNameMaxChars = 60
export const welcomeMaxChars = 500
export const communityLinksMax = 8
export const linkLabelMaxChars = 40
export const careTextMaxChars = 1_000
export const careResourcesMax = 10
export const careIntervalHours = 24
export const outboxRetentionDays = 30

/** Deleting an account requires a sign-in at most this old. */
export const reauthenticationMaxAgeMs = 5 * 60_000
export const exportedRowsMax = 20_000

/** The spelling of the product wherever the specification quotes it (GA-08). */
export const gardianAngel = message('Gardian Angel')
