// What the file of an export is called, and which of its lists aren't whole.

/** The name of the file that is downloaded on a Chicago day. */
export function exportFileName(today: string): string {
  return `stillwater-my-data-${today}.json`
}

/** The lists of an export that have as many rows as were asked for, such as 'chat.messages': there may be more. */
export function truncatedLists(parts: Record<string, object>, max: number): string[] {
  return Object.entries(parts).flatMap(([part, lists]) =>
    Object.entries(lists).flatMap(([name, list]: [string, unknown]) =>
      Array.isArray(list) && list.length >= max ? [`${part}.${name}`] : [],
    ),
  )
}
