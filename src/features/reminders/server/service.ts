// Reminders for other features: who chose news by mail.
export { countNewsReaders, listNewsReaders, switchOffNewsMails, wantsNewsMails } from './sql/choices.ts'
