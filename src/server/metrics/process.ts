// Process metrics: event loop lag, memory, database pool, and the counters of all parts.
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import { socketClosesByCode, counters, errorsByCode } from './counters.ts'
import { poolStats } from '../db-pool.ts'
import { counter, gauge, type Metric } from './prometheus.ts'

/** Starts measuring the process; `read` returns the values since the previous read. */
export function createProcessMetrics(): { read(): Metric[]; stop(): void } {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  let busy = performance.eventLoopUtilization()
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
      const { utilization } = performance.eventLoopUtilization(now, busy)
      busy = now
      // The monitor's own resolution is 10 ms.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - 0.01)
      const [p50, p99, max] = [lag.percentile(50), lag.percentile(99), lag.max].map(late)
      lag.reset()
      return [
        counter('process_cpu_seconds', 'Processor time.', (cpu.user + cpu.system) / 1e6),
        gauge('process_resident_memory_bytes', 'Memory that the process holds.', memory.rss),
        gauge('process_start_time_seconds', 'When it began.', performance.timeOrigin / 1_000),
        gauge('nodejs_heap_size_used_bytes', 'Of the heap in use.', memory.heapUsed),
        gauge('nodejs_heap_size_total_bytes', 'The heap.', memory.heapTotal),
        gauge('nodejs_external_memory_bytes', 'Held outside of the heap.', memory.external),
        gauge(
          'nodejs_eventloop_lag_p50_seconds',
          'How late the event loop was, median since the last look.',
          p50 ?? 0,
        ),
        gauge('nodejs_eventloop_lag_p99_seconds', 'The same, of the latest in a hundred.', p99 ?? 0),
        gauge('nodejs_eventloop_lag_max_seconds', 'The same, at most.', max ?? 0),
        gauge(
          'nodejs_eventloop_utilization',
          'The busy part of the event loop since the last look.',
          utilization,
        ),
        counter('nodejs_gc_seconds', 'Time spent collecting garbage.', collectedSeconds),
        gauge('nodejs_version_info', 'Which Node runs it.', [[{ version: process.version }, 1]]),
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
  return [
    counter('stillwater_frames_sent', 'Frames written to sockets.', counters.framesSent),
    counter('stillwater_messages_stored', 'Chat messages stored by this node.', counters.messagesStored),
    counter(
      'stillwater_seconds_credited',
      'Seconds of sitting credited by this node.',
      counters.secondsCredited,
    ),
    counter('stillwater_sockets_cut', 'Sockets cut, by reason.', [
      [{ reason: 'slow' }, counters.socketsCutSlow],
      [{ reason: 'silent' }, counters.socketsCut - counters.socketsCutSlow],
    ]),
    counter(
      'stillwater_sockets_closed',
      'Sockets closed by the server, by code.',
      [...socketClosesByCode].map(([code, count]) => [{ code: String(code) }, count]),
    ),
    counter(
      'stillwater_refusals',
      'Requests refused, by code; rate_limited are those over a limit.',
      [...errorsByCode].map(([code, count]) => [{ code }, count]),
    ),
    counter(
      'stillwater_database_errors',
      'Requests that the database did not answer.',
      counters.databaseErrors,
    ),
    counter(
      'stillwater_database_connections_lost',
      'Connections that ended by themselves.',
      counters.databaseConnectionsLost,
    ),
    counter('stillwater_database_pool_waits', 'Statements that waited for a connection.', counters.poolWaits),
    counter('stillwater_database_pool_wait_seconds', 'How long they waited.', counters.poolWaitSeconds),
    counter(
      'stillwater_bus_gaps',
      'Times that messages of other nodes may have been missed.',
      counters.busGaps,
    ),
    counter('stillwater_bus_changes', 'Times that the bus went away or came back.', counters.busChanges),
    gauge(
      'stillwater_bus_lag_seconds',
      'How long this node’s last word took through the bus.',
      counters.busLagSecondsNow,
    ),
    counter('stillwater_mails_sent', 'Mails handed over.', counters.mailsSent),
    counter('stillwater_mails_failed', 'Tries at a mail that failed.', counters.mailsFailed),
    gauge('stillwater_mails_under_way', 'Mails that wait or are being sent.', counters.mailsUnderWayNow),
    gauge(
      'stillwater_turns_waiting',
      'Costly work, such as pictures, that waits for its turn.',
      counters.turnsWaitingNow,
    ),
    counter('stillwater_upkeep_runs', 'Jobs of the upkeep that were done.', counters.upkeepRuns),
    counter('stillwater_upkeep_failures', 'Jobs of the upkeep that failed.', counters.upkeepFailures),
    counter(
      'stillwater_log_lines_lost',
      'Lines of the log that could not be written.',
      counters.logLinesLost,
    ),
  ]
}

/** Metrics of the database pools. */
export function poolMetrics(): Metric[] {
  const { open, idle, waiting } = poolStats()
  return [
    gauge('stillwater_database_connections', 'Connections to the database, by what they do.', [
      [{ state: 'busy' }, open - idle],
      [{ state: 'idle' }, idle],
    ]),
    gauge('stillwater_database_pool_waiting', 'Statements that wait for a connection.', waiting),
  ]
}
