// Reflections service: a member's opt-in for other features' transactions.
export { eraseReflectionOptIn, findReflectionOptIn, saveFirstReflectionOptIn } from './sql.ts'
