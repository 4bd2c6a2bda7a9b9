// Reminders for other features: what members chose, and who chose news by mail.
export { countNewsReaders, findReminderChoices, listNewsReaders, switchOffNewsMails } from './sql/choices.ts'
