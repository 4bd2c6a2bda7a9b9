// One line below the bar: the news that its member hasn't read (NEWS-02). It is text, and no live region.
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { unseenLine, useHeldLine } from '#web/use-held-place.ts'
import { newsOfLine } from '../rules.ts'
import { useNews, useReadNews } from './use-news.ts'
import './news-line.css'

interface NewsLineProps {
  /** The link to /news around the line's text. */
  renderLink: (text: ReactNode) => ReactNode
}

/** Unseen from the bell to the end of the silence. */
export function NewsLine({ renderLink }: NewsLineProps) {
  const { data } = useNews()
  const read = useReadNews()
  const { line: news, isUnseen, release } = useHeldLine(data && newsOfLine(data.news))
  // Hidden at once; it comes back if that isn't saved.
  const isHidden = read.isPending && read.variables.params.id === String(news?.id)
  if (!news || isHidden) return null
  const { id, title, level } = news
  return (
    <section
      aria-label={t('News')}
      className={clsx(
        'news-line room-part flex flex-none items-center gap-3 border-b border-line bg-primary-soft text-small',
        isUnseen && unseenLine,
      )}
    >
      <p className="flex min-w-0 flex-1 items-center gap-2">
        <span className="flex-none font-strong">{level === 'important' ? t('Important:') : t('News:')}</span>
        {renderLink(
          <span dir="auto" className="block truncate">
            {title}
          </span>,
        )}
      </p>
      <IconButton
        label={t('Mark as read: “{title}”', { title })}
        variant="subtle"
        onClick={() => {
          release()
          read.mutate({ params: { id: String(id) } })
        }}
      >
        <X aria-hidden className="size-5" strokeWidth={1.8} />
      </IconButton>
    </section>
  )
}
