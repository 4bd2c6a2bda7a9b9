// Schedules service: slots of the dates, for the setting that allows several a day; events of calendars; the check of
// videos. Also for templates that become a silence, and who holds schedules.
export { checkScheduledVideos, type VideoCheckDeps } from './check-videos.ts'
export {
  calendarSequence,
  clearSilenceMinutes,
  evictDeletedSchedules,
  resetSlots,
  saveHosts,
  saveMeetingUrl,
  zoneChanges,
} from './sql.ts'
