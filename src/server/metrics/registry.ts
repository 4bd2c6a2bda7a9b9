// The Prometheus registry of /metrics: the process metrics of prom-client, and our own counters, read at each scrape.
import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { counters, errorsByCode, socketClosesByCode } from './counters.ts'

/** What a metric reports at a scrape: one value, or values by label. Labels never identify a person. */
type Reading = number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

interface MetricOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  read: () => Reading | Promise<Reading>
}

type CounterName = keyof typeof counters

/** The counters by metric name, which ops/ uses. */
const totals: Readonly<Record<string, readonly [counter: CounterName, help: string]>> = {
  stillwater_frames_sent_total: ['framesSent', 'WebSocket frames sent.'],
  stillwater_database_errors_total: [
    'databaseErrors',
    'Requests that failed because the database was unavailable.',
  ],
  stillwater_database_connections_lost_total: [
    'databaseConnectionsLost',
    'Database connections lost while idle in the pool.',
  ],
  stillwater_database_pool_waits_total: ['poolWaits', 'Acquisitions that waited for a database connection.'],
  stillwater_database_pool_wait_seconds_total: [
    'poolWaitSeconds',
    'Total time spent waiting for a database connection in seconds.',
  ],
  stillwater_bus_gaps_total: [
    'busGaps',
    'Gaps on the message bus after which messages from other nodes may be missing.',
  ],
  stillwater_bus_changes_total: ['busChanges', 'Message bus disconnects and reconnects.'],
  stillwater_host_changes_total: ['hostChanges', 'Sittings that hosts began, delayed, ended or canceled.'],
  stillwater_mails_sent_total: ['mailsSent', 'Mails sent over SMTP or written to the outbox.'],
  stillwater_mails_failed_total: ['mailsFailed', 'Failed attempts to send a mail.'],
  stillwater_scheduled_job_runs_total: ['scheduledJobRuns', 'Completed runs of scheduled jobs.'],
  stillwater_scheduled_job_failures_total: ['scheduledJobFailures', 'Failed runs of scheduled jobs.'],
  stillwater_log_lines_lost_total: ['logLinesLost', 'Log lines that could not be written.'],
}

const currentValues: typeof totals = {
  stillwater_bus_lag_seconds: [
    'busLagSecondsNow',
    'Round-trip time of the last heartbeat through the message bus in seconds.',
  ],
  stillwater_mails_pending: ['mailsPendingNow', 'Mails queued or being sent.'],
  stillwater_bulk_mails_pending: [
    'bulkMailsPendingNow',
    'Reminders and news by mail that wait in the bulk mail queue.',
  ],
  stillwater_semaphore_waiting: [
    'semaphoreWaitingNow',
    'Expensive tasks, such as image processing, waiting for a semaphore slot.',
  ],
}

/** Creates the registry of one app, with the metrics of the process and the counters. */
export function createMetricsRegistry(): Registry {
  const registry = Registry.merge([processRegistry()])
  for (const [name, [counter, help]] of Object.entries(totals))
    registerCounter(registry, { name, help, read: () => counters[counter] })
  for (const [name, [counter, help]] of Object.entries(currentValues))
    registerGauge(registry, { name, help, read: () => counters[counter] })
  registerCounter(registry, {
    name: 'stillwater_sockets_cut_total',
    help: 'WebSocket connections reset by the server, by reason: slow reader or no pong.',
    labelNames: ['reason'],
    read: () => [
      [{ reason: 'slow' }, counters.socketsCutSlow],
      [{ reason: 'silent' }, counters.socketsCut - counters.socketsCutSlow],
    ],
  })
  registerCounter(registry, {
    name: 'stillwater_sockets_closed_total',
    help: 'WebSocket connections closed by the server, by close code.',
    labelNames: ['code'],
    read: () => [...socketClosesByCode].map(([code, count]) => [{ code: String(code) }, count] as const),
  })
  registerCounter(registry, {
    name: 'stillwater_error_responses_total',
    help: 'Rejected requests and WebSocket upgrades, by error code.',
    labelNames: ['code'],
    read: () => [...errorsByCode].map(([code, count]) => [{ code }, count] as const),
  })
  return registry
}

let ofProcess: Registry | null = null

/** Created once for all apps of the process: prom-client never stops its observers. */
function processRegistry(): Registry {
  if (ofProcess !== null) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  let previous = performance.eventLoopUtilization()
  registerGauge(ofProcess, {
    name: 'nodejs_eventloop_utilization',
    help: 'Event loop utilization since the previous scrape, from 0 to 1.',
    read: () => {
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, previous)
      previous = current
      return utilization
    },
  })
  return ofProcess
}

/** Adds a counter whose total `read` returns. */
export function registerCounter(registry: Registry, { read, ...options }: MetricOptions): void {
  new Counter({
    ...options,
    registers: [registry],
    async collect() {
      const reading = await read()
      this.reset()
      if (typeof reading === 'number') this.inc(reading)
      else for (const [labels, value] of reading) this.inc(labels, value)
    },
  })
}

/** Adds a gauge whose value `read` returns. */
export function registerGauge(registry: Registry, { read, ...options }: MetricOptions): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      const reading = await read()
      if (typeof reading === 'number') this.set(reading)
      else for (const [labels, value] of reading) this.set(labels, value)
    },
  })
}
