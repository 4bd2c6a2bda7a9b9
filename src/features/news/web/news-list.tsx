// The news of the last 90 days, for members (NEWS-03).
import { newsRetentionDays } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormError } from '#web/ui/field.tsx'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { News } from '../contract.ts'
import { NewsItem } from './news-item.tsx'
import { useNews, useReadNews } from './use-news.ts'

export function NewsList({ title }: { title: string }) {
  const query = useNews()
  return (
    <div className="mx-auto w-full max-w-240 px-4 py-8 md:px-8 md:py-12">
      <h1 className="serif text-page">{title}</h1>
      <p className="mt-0.5 text-ink-2">
        {t('News of your community from the last {days} days.', { days: newsRetentionDays })}
      </p>
      <div tabIndex={-1} role="group" aria-label={title} className="mt-6 grid gap-8 outline-none">
        <QueryContent
          query={query}
          failed={t('The news didn’t load')}
          failedText={t('Nothing is lost.')}
          stale={t('The latest news didn’t load')}
          staleText={t('The previous news is shown.')}
          loading={t('Loading the news')}
          skeleton={[0, 1].map((row) => (
            <Skeleton key={row} className="h-42" />
          ))}
        >
          {({ news }) => <List news={news} />}
        </QueryContent>
      </div>
    </div>
  )
}

function List({ news }: { news: readonly News[] }) {
  if (news.length === 0)
    return (
      <EmptyState title={t('No news yet')}>
        {t('When your community has something to say to everyone, it appears here.')}
      </EmptyState>
    )
  return (
    <ul className="border-t border-line">
      {news.map((each) => (
        <li key={each.id} className="border-b border-line py-6">
          <ListedNews news={each} />
        </li>
      ))}
    </ul>
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
              aria-label={t('Mark as read: “{title}”', { title })}
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
