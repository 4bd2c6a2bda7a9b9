// Reflections service: a member's opt-in for other features' transactions, and published numbers.
export { publishedReflectionsOf } from './publish-reflections.ts'
export { findReflectionOptIn, saveFirstReflectionOptIn } from './sql.ts'
