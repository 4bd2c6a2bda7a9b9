// Tells a teacher what became of a template that they proposed, until they have read it (TEACH-08).
import { clsx } from 'clsx'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { unseenLine, useHeldLine } from '#web/use-held-place.ts'
import { proposalsCalls } from '../../proposals-contract.ts'

/** One answer at a time, the oldest first. Unseen from the bell to the end of the silence. */
export function ProposalAnswer() {
  const { data } = useCall(proposalsCalls.ownProposals, {}, { refetchOnFocus: true })
  const seeing = useCallMutation(proposalsCalls.seeAnswer, {
    refetch: [proposalsCalls.ownProposals],
    onError: (error) => logFailure('The answer to a proposal was not marked as seen.', error),
  })
  const answers = data?.proposals.filter(({ state, isSeen }) => state !== 'waiting' && !isSeen) ?? []
  const { line: answer, isUnseen, release } = useHeldLine(answers.at(-1))
  return (
    <>
      {/* Mounted before its text, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {answer && t('A template that you proposed has an answer, before the main part of this page.')}
      </p>
      {answer && (
        <section
          key={answer.id}
          aria-label={t('The template that you proposed')}
          className={clsx(
            'room-part flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-primary-soft px-4 py-2 text-small md:px-8',
            isUnseen && unseenLine,
          )}
        >
          <div className="grid min-w-0 flex-1 basis-80 gap-1 wrap-anywhere">
            <p>
              {answer.state === 'published'
                ? t('“{title}”, which you proposed, is a template now.', { title: answer.template.title })
                : t('“{title}”, which you proposed, was declined:', { title: answer.template.title })}
            </p>
            {answer.sentence !== null && (
              <p dir="auto" className="whitespace-pre-wrap text-ink-2">
                {answer.sentence}
              </p>
            )}
            {seeing.error && (
              <FormError>{errorMessageOf(seeing.error, t('That wasn’t saved. Please try again.'))}</FormError>
            )}
          </div>
          <Button
            variant="subtle"
            busy={seeing.isPending}
            onClick={() => {
              release()
              if (!seeing.isPending)
                seeing.mutate({ params: { id: String(answer.id) }, body: { isSeen: true } })
            }}
          >
            {t('OK')}
          </Button>
        </section>
      )}
    </>
  )
}
