// What a call reads, as a part of a screen: its content, a placeholder until that is there, or that it failed.
import type { ReactNode } from 'react'
import { useReadFailure } from '#web/use-call.ts'
import { ErrorPanel } from './error-panel.tsx'

interface QueryContentProps<Data> {
  /** A result of `useCall`. */
  query: { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  /** The title and the sentence of a failure. */
  failed: string
  failedText: string
  /** The same if reading again failed, above the earlier data; without them that shows no failure. */
  stale?: string
  staleText?: string
  /** Says what loads to screen readers. */
  loading: string
  /** In the size of the content. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

export function QueryContent<Data>({
  query,
  loading,
  skeleton,
  children,
  ...texts
}: QueryContentProps<Data>) {
  const { data, isFetching, refetch } = query
  const isFailed = useReadFailure(query)
  const isLoaded = data !== undefined
  const [title, text] = isLoaded ? [texts.stale, texts.staleText] : [texts.failed, texts.failedText]
  return (
    <>
      {isFailed && title !== undefined && (
        <ErrorPanel title={title} busy={isFetching} onRetry={() => void refetch()}>
          {text}
        </ErrorPanel>
      )}
      {!isLoaded && !isFailed && (
        <>
          <p role="status" className="sr-only">
            {loading}
          </p>
          {skeleton}
        </>
      )}
      {isLoaded && children(data)}
    </>
  )
}
