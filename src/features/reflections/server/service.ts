// Reflections service: a member's opt-in for other features' transactions.
export { findReflectionOptIn, saveFirstReflectionOptIn } from './sql.ts'
