// The operator's texts, /privacy and the like, as Markdown.
import { logFailure } from '#web/log.ts'

/** The query of a text; shared by its screen and by what checks it. */
export function legalTextQuery(name: string) {
  return {
    queryKey: ['pages', name],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchText(name, signal),
  }
}

async function fetchText(name: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(`/pages/${name}.md`, { signal })
    if (!response.ok) throw new Error(`GET /pages/${name}.md returned ${response.status}.`)
    return await response.text()
  } catch (error) {
    if (!signal.aborted) logFailure('A legal text failed to load.', error)
    throw error
  }
}
