// /news: what the administrators say to everyone.
import { NewsList } from '#features/news/web/news-list.tsx'
import { t } from '#shared/i18n/t.ts'
import { usePageTitle } from '#web/page-title.ts'

const title = t('News')

export function NewsScreen() {
  usePageTitle(title)
  return <NewsList title={title} />
}
