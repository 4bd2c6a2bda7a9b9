// Template card: picture, facts and actions (TPL-03).
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { formatBlocks } from '../../block-lines.ts'
import { templatesCalls, type TemplateFields } from '../../contract.ts'
import { parseMediaAddress } from '../../media-address.ts'
import {
  difficultyLabels,
  formatMegabytes,
  formatVideoLength,
  hasOtherLength,
  placeLine,
} from '../../rules.ts'
import { difficulties, type Difficulty, type Template } from '../../template-content.ts'
import { BellLine } from './bell-line.tsx'

interface TemplateCardProps {
  template: Template
  onEdit: () => void
  onDelete: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.8 } as const

export function TemplateCard({ template, onEdit, onDelete }: TemplateCardProps) {
  const { title } = template
  const copy = useDuplicateTemplate(template)
  return (
    <TemplateCardFrame
      template={template}
      actions={
        <div className="ms-auto flex">
          <Action text={t('Edit')} label={t('Edit {title}', { title })} dialog onPress={onEdit}>
            <Pencil {...icon} />
          </Action>
          <Action
            text={t('Duplicate')}
            label={t('Duplicate {title}', { title })}
            busy={copy.isPending}
            onPress={copy.start}
          >
            <Copy {...icon} />
          </Action>
          <Action text={t('Delete')} label={t('Delete {title}', { title })} dialog onPress={onDelete}>
            <Trash2 {...icon} />
          </Action>
        </div>
      }
    />
  )
}

interface TemplateCardFrameProps {
  template: TemplateFields
  /** Beside the facts. */
  actions?: ReactNode
  /** Below the facts. */
  children?: ReactNode
}

/** The picture and the facts of a template, or of one that is proposed. */
export function TemplateCardFrame({ template, actions, children }: TemplateCardFrameProps) {
  const { title, duration, difficulty, instructor, instructorTitle, thumbnailUrl, plays } = template
  const size = formatMegabytes(template.megabytes)
  const liveSource = plays.kind === 'live' ? plays.source : null
  const place = placeLine({ liveSource, meetingUrl: template.meetingUrl })
  return (
    <article
      aria-label={title}
      className="flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-surface"
    >
      <Thumbnail url={parseMediaAddress(thumbnailUrl)} plays={plays} />
      <div className="grid min-w-0 flex-1 content-start gap-2 px-5 pt-4 pb-3">
        <h2 dir="auto" lang={contentLang(null)} className="serif text-section wrap-anywhere">
          {title}
        </h2>
        <p className="min-w-0 text-small wrap-anywhere text-ink-2">
          <span translate="no">{instructor}</span>
          <span className="text-ink-3">{` · ${instructorTitle}`}</span>
        </p>
        {plays.kind === 'silence' && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('Silence: {blocks}', { blocks: formatBlocks(plays.blocks) })}
          </p>
        )}
        {place !== null && <p className="text-small wrap-anywhere text-ink-2">{place}</p>}
        {plays.kind === 'live' && <LiveLine plays={plays} />}
      </div>
      {/* Two lines beside the buttons, so that they are in one line in all cards of a row. */}
      <div className="flex min-h-14 items-center justify-between gap-x-3 border-t border-line py-1.5 ps-5 pe-2">
        <div className="grid min-w-0 text-small text-ink-2 wrap-anywhere">
          <p className="flex flex-wrap gap-x-3 tabular-nums">
            <span>
              <span>{t('{minutes} min', { minutes: duration })}</span>
              {plays.kind === 'video' && <OtherLength {...{ duration }} mediaSeconds={plays.mediaSeconds} />}
            </span>
            {size !== null && <span className="text-ink-3">{size}</span>}
          </p>
          <DifficultyBadge difficulty={difficulty} />
        </div>
        {actions}
      </div>
      {children}
    </article>
  )
}

/** What isn't as usual: the teacher's own bell, and a picture that stays. */
function LiveLine({ plays: { bellBy, inSharing } }: { plays: Extract<Template['plays'], { kind: 'live' }> }) {
  const facts = [
    ...(bellBy === 'teacher' ? [t('The teacher rings the bell')] : []),
    ...(inSharing ? [t('The picture stays for the sharing')] : []),
  ]
  if (facts.length === 0) return null
  return <p className="text-small text-ink-2">{facts.join(' · ')}</p>
}

function useDuplicateTemplate({ id }: Template) {
  const duplication = useCallMutation(templatesCalls.duplicateTemplate, {
    refetch: [templatesCalls.templates],
    onSuccess: () => toast({ title: adminMessages.templateDuplicated }),
    onError: (error) => {
      logFailure('Template duplication failed.', error)
      showAdminErrorToast(adminMessages.duplicateTemplateFailed)
    },
  })
  return { isPending: duplication.isPending, start: () => duplication.mutate({ params: { id: String(id) } }) }
}

interface ActionProps {
  text: string
  /** With the template's title, for screen readers. */
  label: string
  busy?: boolean
  /** The action opens a dialog. */
  dialog?: boolean
  onPress: () => void
  children: ReactNode
}

function Action({ text, label, busy = false, dialog = false, onPress, children }: ActionProps) {
  return (
    <Tooltip text={text}>
      <IconButton
        variant="subtle"
        label={label}
        busy={busy}
        onClick={onPress}
        {...(dialog ? { 'aria-haspopup': 'dialog' } : {})}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}

/** The length of a video that differs from the minutes which members read. */
function OtherLength({ duration, mediaSeconds }: { duration: number; mediaSeconds: number | null }) {
  if (mediaSeconds === null || !hasOtherLength({ duration, mediaSeconds })) return null
  return (
    <span className="text-ink-3">
      {` · ${t('video {length}', { length: formatVideoLength(mediaSeconds) })}`}
    </span>
  )
}

interface ThumbnailProps extends Pick<Template, 'plays'> {
  url: string | null
}

/** Without a picture, or if it doesn't load: the kind, or of a video 'No thumbnail'. */
function Thumbnail({ url, plays }: ThumbnailProps) {
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <div className="template-picture text-small text-ink-3">
      {url === null || url === missing ? (
        <WithoutPicture plays={plays} />
      ) : (
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setMissing(url)} />
      )}
    </div>
  )
}

function WithoutPicture({ plays }: Pick<Template, 'plays'>) {
  if (plays.kind === 'video') return <span className="template-water">{adminMessages.noThumbnail}</span>
  return (
    <div className="template-water template-silence">
      <span className="serif text-section">{plays.kind === 'live' ? t('Live') : t('Silence')}</span>
      {plays.kind === 'silence' && <BellLine blocks={plays.blocks} />}
    </div>
  )
}

/** The difficulty as text with one, two or three dots; its color carries no meaning. */
function DifficultyBadge({ difficulty }: { difficulty: Difficulty }) {
  const level = difficulties.indexOf(difficulty)
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="template-level">
        {difficulties.map((value, index) => (
          <span key={value} data-on={index <= level ? '' : undefined} />
        ))}
      </span>
      <span>{translate(difficultyLabels[difficulty])}</span>
    </span>
  )
}
