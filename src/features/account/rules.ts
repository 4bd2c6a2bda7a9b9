// Data export: the file name, and which lists were truncated.

/** The file name of an export downloaded on a Chicago day. */
export function exportFileName(today: string): string {
  return `stillwater-my-data-${today}.json`
}

/** The lists that reached the row limit, such as 'chat.messages': they may have more rows. */
export function truncatedLists(parts: Record<string, object>, max: number): string[] {
  return Object.entries(parts).flatMap(([part, lists]) =>
    Object.entries(lists).flatMap(([name, list]: [string, unknown]) =>
      Array.isArray(list) && list.length >= max ? [`${part}.${name}`] : [],
    ),
  )
}
