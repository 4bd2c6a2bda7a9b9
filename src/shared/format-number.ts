// Number formatting for screens.

/** '1,250', '−100', '1.25': thousands in groups, at most three decimals. */
export function formatNumber(number: number): string {
  const text = Math.abs(number).toLocaleString('en-US')
  return number < 0 ? `−${text}` : text
}
