// Thanks service: their number, for other features.
export { countThanksOf } from './sql.ts'
