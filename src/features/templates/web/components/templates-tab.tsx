// Templates tab: all templates as cards, with search, create, import and delete (TPL-02, TPL-10, TPL-13).
import { FileUp, Plus } from 'lucide-react'
import './templates.css'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useUnsavedInput } from '#web/unsaved-input.ts'
import { useCallMutation } from '#web/use-call.ts'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'
import { templatesCalls } from '../../contract.ts'
import { searchTemplates } from '../../rules.ts'
import type { Template } from '../../template-content.ts'
import { useTemplates, type Templates } from '../hooks/use-templates.ts'
import { UseSampleButton } from './sample-button.tsx'
import { SampleSilences } from './sample-silences.tsx'
import { TemplateCard } from './template-card.tsx'
import type { MadeLive } from './template-dialog.tsx'

const TemplateDialog = lazyPart(async () => (await import('./template-dialog.tsx')).TemplateDialog)
const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** The open dialog; `opening` distinguishes consecutive openings. */
interface EditorState {
  opening: number
  /** Null for a new one. */
  template: Template | null
  madeLive: MadeLive | null
}

/** `listenButton` plays the community's bell; the screen composes it. */
export function TemplatesTab({ listenButton }: { listenButton: ReactNode }) {
  const templates = useTemplates()
  const newButton = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState<EditorState | null>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const [templateToDelete, setTemplateToDelete] = useState<Template | null>(null)
  const edit = (template: Template | null, madeLive: MadeLive | null = null) => {
    setEditing((before) => ({ opening: (before?.opening ?? 0) + 1, template, madeLive }))
    setFormOpen(true)
  }
  return (
    <section className="grid gap-6" aria-label={t('Templates')}>
      <TemplateBrowser
        templates={templates}
        newButton={newButton}
        onEdit={(template) => edit(template)}
        onDelete={setTemplateToDelete}
      />
      {editing && (
        <TemplateDialog
          key={editing.opening}
          open={isFormOpen}
          template={editing.template}
          madeLive={editing.madeLive}
          onMakeLive={(made) => edit(null, made)}
          reload={templates.reload}
          listenButton={listenButton}
          onClose={() => setFormOpen(false)}
        />
      )}
      <DeleteTemplate
        template={templateToDelete}
        onClose={() => setTemplateToDelete(null)}
        returnFocusTo={newButton}
      />
    </section>
  )
}

interface TemplateBrowserProps {
  templates: Templates
  newButton: RefObject<HTMLButtonElement | null>
  /** Null for a new one. */
  onEdit: (template: Template | null) => void
  onDelete: (template: Template) => void
}

function TemplateBrowser({ templates, newButton, onEdit, onDelete }: TemplateBrowserProps) {
  const [text, setText] = useState('')
  useUnsavedInput(text.trim() !== '')
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setText('')
    field.current?.focus()
  }
  const found = templates.list && searchTemplates(templates.list, text)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex w-full sm:w-auto sm:flex-1">
          <SearchField
            field={field}
            label={t('Search by title or instructor')}
            text={text}
            onChange={setText}
          />
        </div>
        <Button
          ref={newButton}
          variant="primary"
          aria-haspopup="dialog"
          onPointerEnter={TemplateDialog.preload}
          onFocus={TemplateDialog.preload}
          onClick={() => onEdit(null)}
        >
          <Plus aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('New Template')}
        </Button>
        <ImportButton />
      </div>
      {templates.isFailed && <LoadError templates={templates} />}
      {found ? (
        <Cards {...{ found, onEdit, onDelete }} isSearched={text.trim() !== ''} onClear={clear} />
      ) : (
        !templates.isFailed && <TemplatesSkeleton />
      )}
    </>
  )
}

/** The pasted text stays until it is imported, even if the dialog is closed. */
function ImportButton() {
  const [button, { open, onOpenChange }] = useLazyDialog(ImportDialog)
  const [text, setText] = useState('')
  return (
    <>
      <Button aria-haspopup="dialog" {...button}>
        <FileUp aria-hidden className="size-4.5" strokeWidth={1.8} />
        {t('Import CSV')}
      </Button>
      <ImportDialog open={open} text={text} onText={setText} onClose={() => onOpenChange(false)} />
    </>
  )
}

interface CardsProps extends Pick<TemplateBrowserProps, 'onEdit' | 'onDelete'> {
  found: readonly Template[]
  isSearched: boolean
  onClear: () => void
}

function Cards({ found, isSearched, onClear, onEdit, onDelete }: CardsProps) {
  const count = found.length
  return (
    <>
      <p role="status" className="sr-only">
        {isSearched
          ? t('{count, plural, one {# template found} other {# templates found}}', { count })
          : t('{count, plural, one {# template} other {# templates}}', { count })}
      </p>
      {found.length > 0 ? (
        <ul className="template-cards">
          {found.map((template) => (
            <li key={template.id} className="grid min-w-0">
              <TemplateCard
                template={template}
                onEdit={() => onEdit(template)}
                onDelete={() => onDelete(template)}
              />
            </li>
          ))}
        </ul>
      ) : isSearched ? (
        <EmptyState
          title={t('No template found')}
          action={<Button onClick={onClear}>{t('Show all templates')}</Button>}
        >
          {t('No title or instructor matches your search.')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t('No templates yet')}
          action={
            <div className="grid justify-items-center gap-6 [&_.template-samples]:justify-center">
              <UseSampleButton />
              <SampleSilences />
            </div>
          }
        >
          {t(
            'A template is a meditation that you can schedule on any day. Create one, or add many at once with Import CSV.',
          )}
        </EmptyState>
      )}
      {found.length > 0 && !isSearched && <SampleSilences />}
    </>
  )
}

function LoadError({ templates: { list, isLoading, reload } }: { templates: Templates }) {
  return (
    <ErrorPanel
      title={list === null ? t('The templates didn’t load') : t('The latest templates didn’t load')}
      busy={isLoading}
      onRetry={() => void reload()}
    >
      {list === null ? t('Nothing is lost.') : t('The previous list is shown.')}
    </ErrorPanel>
  )
}

/** As tall as the cards. */
function TemplatesSkeleton() {
  const id = useId()
  return (
    <>
      <p role="status" className="sr-only">
        {t('Loading templates')}
      </p>
      <div className="template-cards">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={`${id}${card}`} className="template-card-skeleton" />
        ))}
      </div>
    </>
  )
}

interface DeleteTemplateProps {
  /** Null closes the dialog. */
  template: Template | null
  onClose: () => void
  /** Gets the focus when the card is gone. */
  returnFocusTo: RefObject<HTMLElement | null>
}

function DeleteTemplate({ template, onClose, returnFocusTo }: DeleteTemplateProps) {
  const [shown, setShown] = useState(template)
  const deletion = useCallMutation(templatesCalls.deleteTemplate, { refetch: [templatesCalls.templates] })
  // Each opening resets the state; the closing animation still shows the last template.
  if (template !== null && template !== shown) {
    setShown(template)
    deletion.reset()
  }
  const { deleteTemplateFailed, templateDeleted } = adminMessages
  const deleteTemplate = async ({ id }: Template) => {
    try {
      // Waits until the list has reloaded: the focus must not return to a card that is about to disappear.
      await deletion.mutateAsync({ params: { id: String(id) } })
      toast({ title: templateDeleted })
      onClose()
    } catch (error) {
      logFailure('Template deletion failed.', error)
      showAdminErrorToast(deleteTemplateFailed)
    }
  }
  return (
    <ConfirmDialog
      open={template !== null}
      title={t('Delete “{title}”?', { title: shown?.title ?? '' })}
      description={t('It can no longer be scheduled. Days that already use it keep it.')}
      confirm={t('Delete')}
      busy={deletion.isPending}
      failure={deletion.error && errorMessageOf(deletion.error, deleteTemplateFailed)}
      returnFocusTo={returnFocusTo}
      onConfirm={() => template && void deleteTemplate(template)}
      onClose={() => {
        deletion.reset()
        onClose()
      }}
    />
  )
}
