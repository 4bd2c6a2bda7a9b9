// Above a preview of several days: from which day on the hour changes for the viewer.

export function HourChanges({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="mt-1 mb-2 grid gap-1 border-b border-line pb-2 text-small text-ink-2 tabular-nums">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  )
}
