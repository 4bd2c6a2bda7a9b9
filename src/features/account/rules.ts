// Data export: the file name, and which lists were truncated.

/** The file name of an export downloaded on a day. */
export function exportFileName(today: string): string {
  return `stillwater-my-data-${today}.json`
}

/** The lists that reached the row limit, such as 'chat.messages'. The database may have more of their rows. */
export function truncatedLists(parts: Record<string, object>, rowsMax: number): string[] {
  return Object.entries(parts).flatMap(([part, lists]) =>
    Object.entries(lists).flatMap(([name, list]: [string, unknown]) =>
      Array.isArray(list) && list.length >= rowsMax ? [`${part}.${name}`] : [],
    ),
  )
}
