// Schedules service: slots of the dates, for the setting that allows several a day; templates that become a silence;
// events of calendars; the check of videos.
export { checkScheduledVideos, type VideoCheckDeps } from './check-videos.ts'
export { calendarSequence, clearSilenceMinutes, evictDeletedSchedules, resetSlots } from './sql.ts'
