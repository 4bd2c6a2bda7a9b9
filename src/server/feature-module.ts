// Feature modules: what each feature gives the server. `createXModule` in a feature's `server/module.ts` makes one.
import type { Registry } from 'prom-client'
import type { Executor } from './db/database.ts'
import type { Routes } from './http/calls.ts'
import type { ScheduledJob } from './jobs/scheduled-jobs.ts'

export interface FeatureModule {
  /** The handlers of its calls. */
  readonly routes: readonly Routes[]
  /** Retention of its data, and other maintenance. */
  readonly scheduledJobs?: readonly ScheduledJob[]
  /** Each counts stored totals that differ from the rows they summarize; the daily comparison logs it by its name. */
  readonly mismatchCounts?: Readonly<Record<string, (db: Executor) => Promise<number>>>
  registerMetrics?(registry: Registry): void
  /** Ends its subscriptions, timers and processes; it may still use the modules that it was created with. */
  close?(): void | Promise<void>
}
