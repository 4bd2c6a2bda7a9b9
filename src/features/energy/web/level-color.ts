// Level color as a text color, for drawings that use `currentColor`.
import type { EnergyLevel } from '../levels.ts'

export const levelColorClass: Record<EnergyLevel['token'], string> = {
  none: 'text-c-none',
  root: 'text-c-root',
  sacral: 'text-c-sacral',
  solar: 'text-c-solar',
  heart: 'text-c-heart',
  throat: 'text-c-throat',
  'third-eye': 'text-c-third-eye',
  crown: 'text-c-crown',
}
