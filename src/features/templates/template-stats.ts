// What the templates come to, for the dashboard.
import { difficulties, type Difficulty } from './contract.ts'

export interface TemplateStats {
  count: number
  /** Null when there are none. */
  averageMinutes: number | null
  /** From Beginner to Advanced; all three, also those that no template has. */
  byDifficulty: readonly { difficulty: Difficulty; count: number }[]
}

/** Of the templates as they are listed; `duration` in minutes. */
export function templateStatsOf(
  templates: readonly { duration: number; difficulty: Difficulty }[],
): TemplateStats {
  const minutes = templates.reduce((sum, { duration }) => sum + duration, 0)
  return {
    count: templates.length,
    averageMinutes: templates.length === 0 ? null : Math.round(minutes / templates.length),
    byDifficulty: difficulties.map((difficulty) => ({
      difficulty,
      count: templates.filter((template) => template.difficulty === difficulty).length,
    })),
  }
}
