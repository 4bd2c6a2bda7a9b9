// The News tab of administrators: writing news, and what was published (NEWS-01, NEWS-06, NEWS-07).
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#shared/t.ts'
import { pageToday } from '#web/community-days.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { newsCalls, type AdministeredNews } from '../contract.ts'
import { draftOfNews, initialNewsDraft, readNewsDraft, writeNewsDraft, type NewsDraft } from './news-draft.ts'
import { NewsForm } from './news-form.tsx'
import { NewsRow } from './news-row.tsx'

/** Reloads on every opening. */
export function NewsTab() {
  const query = useCall(newsCalls.adminNews, {}, { uncached: true })
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  const [editedId, setEditedId] = useState<number | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const edited = data?.news.find(({ id }) => id === editedId) ?? null
  const edit = (id: number | null) => {
    setEditedId(id)
    ;(id === null ? list : form).current?.focus()
  }
  const counts = { readers: data?.readers ?? 0, unconfirmed: data?.unconfirmed ?? 0 }
  return (
    <div className="grid max-w-[46rem] gap-12">
      <div ref={form} tabIndex={-1} role="group" aria-label={t('Write news')} className="outline-none">
        <Section
          title={edited ? t('Edit news') : t('Write news')}
          lead={t(
            'One line on every screen of the members until they have read it, silent while people sit.',
          )}
        >
          {edited ? (
            <EditForm
              key={edited.id}
              news={edited}
              {...counts}
              onDone={() => edit(null)}
              onReload={refetch}
            />
          ) : (
            <NewForm {...counts} />
          )}
        </Section>
      </div>
      <Section
        title={t('Published news')}
        lead={t('Of the last 90 days. How many have read it, but not who.')}
      >
        <div ref={list} tabIndex={-1} role="group" aria-label={t('Published news')} className="outline-none">
          {data ? (
            <PublishedNewsList news={data.news} unconfirmed={data.unconfirmed} list={list} onEdit={edit} />
          ) : isFailed ? (
            <ErrorPanel title={t('The news didn’t load')} busy={isFetching} onRetry={() => void refetch()}>
              {t('Members still see what you published.')}
            </ErrorPanel>
          ) : (
            <>
              <p role="status" className="sr-only">
                {t('Loading the news')}
              </p>
              <Skeleton className="h-42" />
            </>
          )}
        </div>
      </Section>
    </div>
  )
}

function NewForm(counts: ReaderCounts) {
  const [draft, setDraft] = useState(() => readNewsDraft(pageToday()))
  // A new form after each publication, without the errors of the last one.
  const [count, setCount] = useState(0)
  const change = (part: Partial<NewsDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    writeNewsDraft(next)
  }
  return (
    <NewsForm
      key={count}
      news={null}
      {...{ draft, change, ...counts }}
      onSaved={() => {
        writeNewsDraft(null)
        setDraft(initialNewsDraft(pageToday()))
        setCount(count + 1)
      }}
      onCancel={null}
      onReload={async () => undefined}
    />
  )
}

type ReaderCounts = Pick<ResponseOf<typeof newsCalls.adminNews>, 'readers' | 'unconfirmed'>

interface EditFormProps extends ReaderCounts {
  news: AdministeredNews
  onDone: () => void
  onReload: () => Promise<{ data: { news: AdministeredNews[] } | undefined }>
}

/** Keeps the version that was edited until the current one is loaded. */
function EditForm({ news, onDone, onReload, ...counts }: EditFormProps) {
  const [edited, setEdited] = useState(news)
  const [draft, setDraft] = useState(() => draftOfNews(news))
  const reload = async () => {
    const { data } = await onReload()
    const current = data?.news.find(({ id }) => id === news.id)
    if (!current) return onDone()
    setEdited(current)
    setDraft(draftOfNews(current))
  }
  return (
    <NewsForm
      key={edited.version}
      news={edited}
      draft={draft}
      change={(part) => setDraft({ ...draft, ...part })}
      {...counts}
      onSaved={onDone}
      onCancel={onDone}
      onReload={reload}
    />
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
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [news, list])
  if (news.length === 0) return <p className="text-ink-3">{t('No news yet.')}</p>
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-surface px-5">
      {news.map((each) => (
        <NewsRow key={each.id} news={each} unconfirmed={unconfirmed} onEdit={() => onEdit(each.id)} />
      ))}
    </ul>
  )
}
