// The News tab of administrators: writing news, and what was published (NEWS-01, NEWS-06, NEWS-07).
import { useRef, useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { QueryContent } from '#web/ui/query-content.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusAfterRemoval } from '#web/use-focus-after-removal.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { NewsForm } from './news-form.tsx'
import { NewsRow } from './news-row.tsx'

/** Reloads on every opening. */
export function NewsTab() {
  const query = useCall(newsCalls.adminNews, {}, { uncached: true })
  const { data, refetch } = query
  const [editedId, setEditedId] = useState<number | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const edited = data?.news.find(({ id }) => id === editedId) ?? null
  const edit = (id: number | null) => {
    setEditedId(id)
    ;(id === null ? list : form).current?.focus()
  }
  return (
    <div className="grid gap-10">
      <div
        ref={form}
        tabIndex={-1}
        role="group"
        aria-label={t('Write news')}
        className="border-b border-line outline-none"
      >
        <Section
          fields="wide"
          title={edited ? t('Edit news') : t('Write news')}
          lead={t('One line on every screen until a member has read it, silent while people sit.')}
        >
          <NewsForm
            key={edited?.id}
            news={edited}
            readers={data?.readers ?? 0}
            unconfirmed={data?.unconfirmed ?? 0}
            onDone={() => edit(null)}
            reload={async () => (await refetch()).data?.news.find(({ id }) => id === editedId) ?? null}
          />
        </Section>
      </div>
      <Section
        fields="wide"
        title={t('Published news')}
        lead={t('From the last 90 days. How many have read it, but not who.')}
      >
        <div ref={list} tabIndex={-1} role="group" aria-label={t('Published news')} className="outline-none">
          <QueryContent
            query={query}
            failed={t('The news didn’t load')}
            failedText={t('Members still see what you published.')}
            loading={t('Loading the news')}
            skeleton={<Skeleton className="h-42" />}
          >
            {({ news, unconfirmed }) => <PublishedNewsList {...{ news, unconfirmed, list }} onEdit={edit} />}
          </QueryContent>
        </div>
      </Section>
    </div>
  )
}

interface PublishedNewsListProps {
  news: readonly AdministeredNews[]
  unconfirmed: number
  /** Takes the focus when the focused element disappears. */
  list: RefObject<HTMLElement | null>
  onEdit: (id: number) => void
}

function PublishedNewsList({ news, unconfirmed, list, onEdit }: PublishedNewsListProps) {
  // Each change of news makes a new version, and some of its buttons are gone.
  const keyOf = ({ id, version }: AdministeredNews) => `${id} ${version}`
  const focusAfterChange = useFocusAfterRemoval(news.map(keyOf), list)
  if (news.length === 0) return <p className="text-ink-3">{t('No news yet')}</p>
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
      {news.map((each) => (
        <NewsRow
          key={each.id}
          news={each}
          unconfirmed={unconfirmed}
          onEdit={() => onEdit(each.id)}
          onChanged={() => focusAfterChange(keyOf(each))}
          returnFocusTo={list}
        />
      ))}
    </ul>
  )
}
