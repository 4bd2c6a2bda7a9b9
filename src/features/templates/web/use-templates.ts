// The templates that can be chosen, as an administrator reads them.
import { useMemo } from 'react'
import { useCall } from '#web/use-call.ts'
import { useSettledError } from '#web/use-settled-error.ts'
import { templatesCalls, type Template } from '../contract.ts'

export interface Templates {
  /** By title; null until they are known. */
  list: readonly Template[] | null
  /** The newest of them didn't arrive. */
  isFailed: boolean
  isReading: boolean
  /** Reads anew; answers what is there now, null when that didn't arrive. */
  readAnew: () => Promise<readonly Template[] | null>
}

/** Reads anew whenever the tab opens and when its window comes back: others plan as well. */
export function useTemplates(): Templates {
  const reading = useCall(templatesCalls.templates, {}, { whenSeen: true })
  const isFailed = useSettledError(reading)
  const { data, isFetching, refetch } = reading
  const list = useMemo(() => data?.filter(isFullTemplate) ?? null, [data])
  return {
    list,
    isFailed,
    isReading: isFetching,
    readAnew: async () => {
      const anew = await refetch()
      return anew.isError ? null : (anew.data?.filter(isFullTemplate) ?? null)
    },
  }
}

/** A garden angel gets no more than glances; an administrator never does. */
function isFullTemplate(template: Template | object): template is Template {
  return 'version' in template
}
