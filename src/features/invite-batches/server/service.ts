// Lists of invited people for the app: who joined by one.
export { saveJoined } from './sql/recipients.ts'
