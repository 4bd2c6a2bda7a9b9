// Metrics of the connection pools.
import type { Registry } from 'prom-client'
import { registerGauge } from '../metrics/registry.ts'
import { poolStats } from './pool.ts'

export function registerPoolMetrics(registry: Registry): void {
  registerGauge(registry, {
    name: 'stillwater_database_connections',
    help: 'Open database connections, by state.',
    labelNames: ['state'],
    read: () => {
      const { open, idle } = poolStats()
      return [
        [{ state: 'busy' }, open - idle],
        [{ state: 'idle' }, idle],
      ]
    },
  })
  registerGauge(registry, {
    name: 'stillwater_database_pool_waiting',
    help: 'Acquisitions waiting for a database connection.',
    read: () => poolStats().waiting,
  })
}
