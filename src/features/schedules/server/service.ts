// Schedules service: the slots of the dates, for the setting that allows several a day; events of calendars; the check of videos.
export { checkScheduledVideos, type VideoCheckDeps } from './check-videos.ts'
export { calendarSequence, evictDeletedSchedules, resetSlots, zoneChanges } from './sql.ts'
