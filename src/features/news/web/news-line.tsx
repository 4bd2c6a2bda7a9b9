// One line below the bar: the news that its member hasn't read (NEWS-02). It is text, and no live region.
import { X } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { isMeditating, onMeditatingChange } from '#web/visit-state.ts'
import { newsOfLine } from '../rules.ts'
import { useNews, useReadNews } from './use-news.ts'
import './news-line.css'

interface NewsLineProps {
  /** The link to /news around the line's text. */
  renderLink: (text: ReactNode) => ReactNode
}

/** Not shown from the bell to the end of the silence (PHASE-11). */
export function NewsLine({ renderLink }: NewsLineProps) {
  const { data } = useNews()
  const read = useReadNews()
  const isSilent = useSyncExternalStore(onMeditatingChange, isMeditating)
  const news = data && newsOfLine(data.news)
  // Hidden at once; it comes back if that isn't saved.
  const isHidden = read.isPending && read.variables.params.id === String(news?.id)
  if (!news || isSilent || isHidden) return null
  const { id, title, level } = news
  return (
    <section
      aria-label={t('News')}
      className="news-line room-part flex flex-none items-center gap-3 border-b border-line bg-primary-soft text-small"
    >
      <p className="flex min-w-0 flex-1 gap-2">
        <span className="flex-none font-strong">{level === 'important' ? t('Important:') : t('News:')}</span>
        {renderLink(
          <span dir="auto" className="block truncate">
            {title}
          </span>,
        )}
      </p>
      <IconButton
        label={t('Mark “{title}” as read', { title })}
        variant="subtle"
        onClick={() => read.mutate({ params: { id: String(id) } })}
      >
        <X aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
    </section>
  )
}
