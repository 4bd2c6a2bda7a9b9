// The news of the last 90 days, for members (NEWS-03).
import { useRef } from 'react'
import { newsRetentionDays } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useReadFailure } from '#web/use-call.ts'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import type { News } from '../contract.ts'
import { NewsItem } from './news-item.tsx'
import { useNews, useReadNews } from './use-news.ts'

export function NewsList({ title }: { title: string }) {
  const query = useNews()
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 md:px-8 md:py-12">
      <h1 className="serif text-page">{title}</h1>
      <p className="mt-0.5 text-ink-2">
        {t('From your community, of the last {days} days.', { days: newsRetentionDays })}
      </p>
      <div
        ref={container}
        tabIndex={-1}
        role="group"
        aria-label={title}
        className="mt-6 grid gap-8 outline-none"
      >
        {isFailed && (
          <ErrorPanel
            title={data ? t('The latest news didn’t load') : t('The news didn’t load')}
            busy={isFetching}
            onRetry={() => void refetch()}
          >
            {data ? t('The news from before is shown.') : t('Nothing is lost.')}
          </ErrorPanel>
        )}
        {!data && !isFailed && (
          <>
            <p role="status" className="sr-only">
              {t('Loading the news')}
            </p>
            {[0, 1].map((row) => (
              <Skeleton key={row} className="h-42" />
            ))}
          </>
        )}
        {data?.news.length === 0 && (
          <EmptyState title={t('No news yet.')}>
            {t('When your community has something to say to everyone, it appears here.')}
          </EmptyState>
        )}
        {data && data.news.length > 0 && (
          <ul className="border-t border-line">
            {data.news.map((news) => (
              <li key={news.id} className="border-b border-line py-6">
                <ListedNews news={news} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function ListedNews({ news }: { news: News }) {
  const { id, title, isRead } = news
  const read = useReadNews()
  return (
    <NewsItem
      news={news}
      isUnread={!isRead}
      action={
        !isRead && (
          <div className="grid justify-items-start gap-2">
            {read.isError && <FormError>{messages.notSaved}</FormError>}
            <Button
              aria-label={t('Mark “{title}” as read', { title })}
              busy={read.isPending}
              onClick={() => {
                if (!read.isPending) read.mutate({ params: { id: String(id) } })
              }}
            >
              {t('Mark as read')}
            </Button>
          </div>
        )
      }
    />
  )
}
