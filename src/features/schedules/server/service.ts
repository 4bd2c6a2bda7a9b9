// Schedules service: slots of the dates, for the setting that allows several a day; events of calendars; the check of
// videos. Where a schedule meets, and who holds it. Also for templates that become a silence.
export { checkScheduledVideos, type VideoCheckDeps } from './check-videos.ts'
export { saveMeetingOfSchedule } from './schedule-meeting.ts'
export {
  calendarSequence,
  clearSilenceMinutes,
  evictDeletedSchedules,
  resetSlots,
  saveHosts,
  zoneChanges,
} from './sql.ts'
