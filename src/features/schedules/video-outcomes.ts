// Outcomes of the video check: what the responses of the coming days' addresses say.

/** `unknown`: nothing that the server saw says whether members can load it. */
export type VideoOutcome = 'responds' | 'fails' | 'unknown'

/** The status of a response, whether a file is on the disk, or why there is neither. */
export type VideoResponse = number | 'found' | 'missing' | 'unreachable' | 'private'

const tooManyRequests = 429

/**
 * The outcomes of addresses that were asked at the same time, by their index. An unreachable host fails only if another
 * one responded: otherwise the fault may be the server's own connection.
 */
export function videoOutcomes(responses: readonly VideoResponse[]): VideoOutcome[] {
  const isOnline = responses.some((response) => typeof response === 'number')
  return responses.map((response) => {
    if (response === 'found') return 'responds'
    if (response === 'missing') return 'fails'
    if (response === 'unreachable') return isOnline ? 'fails' : 'unknown'
    if (response === 'private' || response === tooManyRequests) return 'unknown'
    return response < 400 ? 'responds' : 'fails'
  })
}
