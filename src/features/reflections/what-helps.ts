// Formats the figures of What Helps.

/** A change with its sign: '+1.3', '0.0', '−0.4'. */
export function formatChange(changeTenths: number): string {
  const sign = changeTenths > 0 ? '+' : changeTenths < 0 ? '−' : ''
  return `${sign}${(Math.abs(changeTenths) / 10).toFixed(1)}`
}
