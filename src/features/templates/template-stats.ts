// Template statistics for the dashboard.
import { difficulties, type Difficulty } from './contract.ts'

export interface TemplateStats {
  count: number
  /** Null without templates. */
  averageMinutes: number | null
  /** From Beginner to Advanced; always all three, also with a count of 0. */
  byDifficulty: readonly { difficulty: Difficulty; count: number }[]
}

/** Statistics of the active templates; `duration` in minutes. */
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
