// The actions among which a moderator decides.
import { useId } from 'react'
import { t } from '#shared/i18n/t.ts'
import { decisionActions, type DecisionAction } from '../../cases-contract.ts'
import { actionLabels } from '../case-labels.ts'

interface ActionChoiceProps {
  action: DecisionAction | null
  isHidden: (action: DecisionAction) => boolean
  /** Why an action can't be chosen; null where it can. */
  obstacleOf: (action: DecisionAction) => string | null
  onChange: (action: DecisionAction) => void
}

export function ActionChoice({ action, isHidden, obstacleOf, onChange }: ActionChoiceProps) {
  const group = useId()
  return (
    <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      <legend className="sr-only">{t('What to do')}</legend>
      {decisionActions
        .filter((each) => !isHidden(each))
        .map((each) => {
          const obstacle = obstacleOf(each)
          return (
            <label
              key={each}
              className="relative flex min-h-12 flex-wrap items-center gap-x-3 rounded-field border border-line px-4 py-2 font-strong transition-colors has-checked:border-primary has-checked:bg-primary-soft has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                className="sr-only"
                name={group}
                value={each}
                disabled={obstacle !== null}
                checked={each === action}
                onChange={() => onChange(each)}
              />
              <span>{actionLabels[each]}</span>
              {obstacle !== null && <span className="text-small font-normal text-ink-3">{obstacle}</span>}
            </label>
          )
        })}
    </fieldset>
  )
}
