// Hook for the active templates, as an administrator sees them.
import { useMemo } from 'react'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { templatesCalls } from '../../contract.ts'
import type { Template } from '../../template-content.ts'

export interface Templates {
  /** By title; null until loaded. */
  list: readonly Template[] | null
  /** The last load failed. */
  isFailed: boolean
  isLoading: boolean
  /** Reloads and returns the templates; null when that failed. */
  reload: () => Promise<readonly Template[] | null>
}

/** Reloads on mount and on window focus: other administrators may make changes. */
export function useTemplates(): Templates {
  const query = useCall(templatesCalls.templates, {}, { refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const list = useMemo(() => data?.filter(isFullTemplate) ?? null, [data])
  return {
    list,
    isFailed,
    isLoading: isFetching,
    reload: async () => {
      const result = await refetch()
      return result.isError ? null : (result.data?.filter(isFullTemplate) ?? null)
    },
  }
}

/** Garden angels get summaries only; administrators get full templates. */
function isFullTemplate(template: Template | object): template is Template {
  return 'version' in template
}
