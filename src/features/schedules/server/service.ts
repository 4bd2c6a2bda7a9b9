// Schedules service: the slots of the dates, for the setting that allows several a day.
export { resetSlots } from './sql.ts'
