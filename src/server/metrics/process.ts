// Process metrics: event loop lag, memory, database pool, and the counters of all parts.
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import { socketClosesByCode, counters, errorsByCode } from './counters.ts'
import { poolStats } from '../db/pool.ts'
import { counter, gauge, type Metric } from './prometheus.ts'

/** Starts measuring the process; `read` returns the values since the previous read. */
export function createProcessMetrics(): { read(): Metric[]; stop(): void } {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  let previousUtilization = performance.eventLoopUtilization()
  let collectedSeconds = 0
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedSeconds += duration / 1_000
  })
  collections.observe({ entryTypes: ['gc'] })
  return {
    read: () => {
      const memory = process.memoryUsage()
      const cpu = process.cpuUsage()
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, previousUtilization)
      previousUtilization = now
      // The monitor's own resolution is 10 ms.
      const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - 0.01)
      const [p50, p99, max] = [lag.percentile(50), lag.percentile(99), lag.max].map(toSeconds)
      lag.reset()
      return [
        counter(
          'process_cpu_seconds',
          'Total user and system CPU time in seconds.',
          (cpu.user + cpu.system) / 1e6,
        ),
        gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', memory.rss),
        gauge(
          'process_start_time_seconds',
          'Start time of the process since the Unix epoch in seconds.',
          performance.timeOrigin / 1_000,
        ),
        gauge('nodejs_heap_size_used_bytes', 'Node.js heap used in bytes.', memory.heapUsed),
        gauge('nodejs_heap_size_total_bytes', 'Node.js heap size in bytes.', memory.heapTotal),
        gauge('nodejs_external_memory_bytes', 'Node.js memory outside the heap in bytes.', memory.external),
        gauge(
          'nodejs_eventloop_lag_p50_seconds',
          'Event loop lag since the previous scrape, 50th percentile.',
          p50 ?? 0,
        ),
        gauge(
          'nodejs_eventloop_lag_p99_seconds',
          'Event loop lag since the previous scrape, 99th percentile.',
          p99 ?? 0,
        ),
        gauge(
          'nodejs_eventloop_lag_max_seconds',
          'Event loop lag since the previous scrape, maximum.',
          max ?? 0,
        ),
        gauge(
          'nodejs_eventloop_utilization',
          'Event loop utilization since the previous scrape, from 0 to 1.',
          utilization,
        ),
        counter('nodejs_gc_seconds', 'Time spent in garbage collection in seconds.', collectedSeconds),
        gauge('nodejs_version_info', 'Node.js version.', [[{ version: process.version }, 1]]),
      ]
    },
    stop: () => {
      lag.disable()
      collections.disconnect()
    },
  }
}

/** Metrics of the counters. */
export function counterMetrics(): Metric[] {
  return [...trafficMetrics(), ...backgroundMetrics()]
}

function trafficMetrics(): Metric[] {
  return [
    counter('stillwater_frames_sent', 'WebSocket frames sent.', counters.framesSent),
    counter('stillwater_messages_stored', 'Chat messages stored by this node.', counters.messagesStored),
    counter(
      'stillwater_seconds_credited',
      'Meditation seconds credited by this node.',
      counters.secondsCredited,
    ),
    counter(
      'stillwater_sockets_cut',
      'WebSocket connections reset by the server, by reason: slow reader or no pong.',
      [
        [{ reason: 'slow' }, counters.socketsCutSlow],
        [{ reason: 'silent' }, counters.socketsCut - counters.socketsCutSlow],
      ],
    ),
    counter(
      'stillwater_sockets_closed',
      'WebSocket connections closed by the server, by close code.',
      [...socketClosesByCode].map(([code, count]) => [{ code: String(code) }, count]),
    ),
    counter(
      'stillwater_error_responses',
      'Rejected requests and WebSocket upgrades, by error code.',
      [...errorsByCode].map(([code, count]) => [{ code }, count]),
    ),
  ]
}

function backgroundMetrics(): Metric[] {
  return [
    counter(
      'stillwater_database_errors',
      'Requests that failed because the database was unavailable.',
      counters.databaseErrors,
    ),
    counter(
      'stillwater_database_connections_lost',
      'Database connections lost while idle in the pool.',
      counters.databaseConnectionsLost,
    ),
    counter(
      'stillwater_database_pool_waits',
      'Acquisitions that waited for a database connection.',
      counters.poolWaits,
    ),
    counter(
      'stillwater_database_pool_wait_seconds',
      'Total time spent waiting for a database connection in seconds.',
      counters.poolWaitSeconds,
    ),
    counter(
      'stillwater_bus_gaps',
      'Gaps on the message bus after which messages from other nodes may be missing.',
      counters.busGaps,
    ),
    counter('stillwater_bus_changes', 'Message bus disconnects and reconnects.', counters.busChanges),
    gauge(
      'stillwater_bus_lag_seconds',
      'Round-trip time of the last heartbeat through the message bus in seconds.',
      counters.busLagSecondsNow,
    ),
    counter('stillwater_mails_sent', 'Mails sent over SMTP or written to the outbox.', counters.mailsSent),
    counter('stillwater_mails_failed', 'Failed attempts to send a mail.', counters.mailsFailed),
    gauge('stillwater_mails_pending', 'Mails queued or being sent.', counters.mailsPendingNow),
    gauge(
      'stillwater_semaphore_waiting',
      'Expensive tasks, such as image processing, waiting for a semaphore slot.',
      counters.semaphoreWaitingNow,
    ),
    counter('stillwater_scheduled_job_runs', 'Completed runs of scheduled jobs.', counters.scheduledJobRuns),
    counter(
      'stillwater_scheduled_job_failures',
      'Failed runs of scheduled jobs.',
      counters.scheduledJobFailures,
    ),
    counter('stillwater_log_lines_lost', 'Log lines that could not be written.', counters.logLinesLost),
  ]
}

/** Metrics of the database pools. */
export function poolMetrics(): Metric[] {
  const { open, idle, waiting } = poolStats()
  return [
    gauge('stillwater_database_connections', 'Open database connections, by state.', [
      [{ state: 'busy' }, open - idle],
      [{ state: 'idle' }, idle],
    ]),
    gauge('stillwater_database_pool_waiting', 'Acquisitions waiting for a database connection.', waiting),
  ]
}
