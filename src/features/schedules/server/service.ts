// Schedules service: the slots of the dates, for the setting that allows several a day; events of calendars.
export { calendarSequence, evictDeletedSchedules, resetSlots } from './sql.ts'
