// The Prometheus text format of /metrics.
import { latencyBucketSeconds, type RouteMetrics } from '../http/request-metrics.ts'

type Labels = Readonly<Record<string, string>>

/** A metric with its help text and values. Labels never identify a person. */
export interface Metric {
  name: string
  type: 'counter' | 'gauge'
  help: string
  values: readonly (readonly [labels: Labels, value: number])[]
}

export const counter = (name: string, help: string, value: number | Metric['values']): Metric =>
  metric(name, 'counter', help, value)
export const gauge = (name: string, help: string, value: number | Metric['values']): Metric =>
  metric(name, 'gauge', help, value)

function metric(name: string, type: Metric['type'], help: string, value: number | Metric['values']): Metric {
  return { name: `${type === 'counter' ? `${name}_total` : name}`, type, help, values: toMetricValues(value) }
}

const toMetricValues = (value: number | Metric['values']): Metric['values'] =>
  typeof value === 'number' ? [[{}, value]] : value

export function formatMetrics(metrics: readonly Metric[], requests: readonly RouteMetrics[]): string {
  const lines = metrics.flatMap(({ name, type, help, values }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => formatSample(name, labels, value)),
  ])
  return `${[...lines, ...formatRequestMetrics(requests)].join('\n')}\n`
}

function formatSample(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(([key, text]) => `${key}="${text.replace(/["\\\n]/g, '_')}"`)
  return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}`
}

function formatRequestMetrics(requests: readonly RouteMetrics[]): string[] {
  const withResponses = requests.filter(({ responses }) => responses.some((count) => count > 0))
  const [requestsMetric, seconds] = ['stillwater_http_requests_total', 'stillwater_http_request_seconds']
  return [
    `# HELP ${requestsMetric} HTTP requests by method, route and status class.`,
    `# TYPE ${requestsMetric} counter`,
    ...withResponses.flatMap(({ method, route, responses }) =>
      [...responses].flatMap((count, hundred) =>
        count > 0 ? [formatSample(requestsMetric, { method, route, status: `${hundred}xx` }, count)] : [],
      ),
    ),
    `# HELP ${seconds} HTTP request duration in seconds.`,
    `# TYPE ${seconds} histogram`,
    ...withResponses.flatMap(({ method, route, buckets, seconds: sum }) => {
      let count = 0
      const bucketSamples = [...buckets].map((inBucket, index) => {
        count += inBucket
        const le = latencyBucketSeconds[index]
        return formatSample(
          `${seconds}_bucket`,
          { method, route, le: le === undefined ? '+Inf' : String(le) },
          count,
        )
      })
      return [
        ...bucketSamples,
        formatSample(`${seconds}_sum`, { method, route }, sum),
        formatSample(`${seconds}_count`, { method, route }, count),
      ]
    }),
  ]
}
