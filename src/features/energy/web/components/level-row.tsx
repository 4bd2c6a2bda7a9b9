// The row of eight levels. Their names and words appear under the finger, the pointer or the focus; one press chooses.
import { clsx } from 'clsx'
import { useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { t, translate } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import { energyLevels, type EnergyLevel } from '../../levels.ts'

interface LevelRowProps {
  legend: string
  /** What is known before the question. */
  above?: ReactNode
  /** The chosen level's index; null for none yet. */
  chosen: number | null
  isSaving: boolean
  isFailed: boolean
  /** It lies on an image; else on the page. */
  isOnImage: boolean
  onChoose: (index: number) => void
}

/** The panel of the row, and of the level saved with it. On an image it is dark glass, with lit flowers, in both themes. */
export function levelPanelClass(isOnImage: boolean): string {
  return clsx(
    'motion-fade @container w-full rounded-panel border px-2 text-center text-ink',
    isOnImage
      ? 'night-glass max-w-108 pt-2 pb-1.5'
      : 'grid min-h-25 content-center border-line bg-surface py-1.5 lg:min-h-22',
  )
}

/** In a wide place the question stands left of its row. */
const rowBesideLegendClass =
  '@min-[50rem]:grid-cols-[1fr_30rem] @min-[50rem]:items-center @min-[50rem]:px-3 @min-[50rem]:*:col-start-2 @min-[50rem]:*:first:col-start-1 @min-[50rem]:*:first:row-span-3 @min-[50rem]:*:first:row-start-1 @min-[50rem]:*:first:text-start @min-[50rem]:*:first:text-body'

/** Asks for a level. A finger may slide along the row: lifting it chooses, leaving the row doesn't. */
export function LevelRow(props: LevelRowProps) {
  const { legend, above, chosen, isSaving, isFailed, isOnImage, onChoose } = props
  const { touched, handlers } = useTouchedLevel(onChoose)
  const shown = energyLevels[touched ?? chosen ?? -1]
  return (
    <div role="group" aria-label={legend} aria-busy={isSaving} className={levelPanelClass(isOnImage)}>
      {above}
      <div className={clsx('grid grid-cols-[minmax(0,1fr)]', !isOnImage && rowBesideLegendClass)}>
        <p className="text-small font-medium">{legend}</p>
        <div
          {...handlers}
          className={clsx(
            'flex touch-pan-y select-none [-webkit-touch-callout:none]',
            isSaving && 'opacity-55',
          )}
        >
          {energyLevels.map((level) => (
            <LevelButton
              key={level.index}
              level={level}
              isTouched={level.index === touched}
              isChosen={level.index === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
        <Captions shown={shown} />
        {isFailed && (
          <p role="alert" className="pb-1 text-small text-danger">
            {messages.notSaved}
          </p>
        )}
      </div>
    </div>
  )
}

/** The level under a finger, the pointer or the visible focus; null without one. */
function useTouchedLevel(onChoose: (index: number) => void) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const { target, pointerId } = event
      // A touch belongs to the button where it began, and would not reach the others.
      if (target instanceof Element && target.hasPointerCapture(pointerId))
        target.releasePointerCapture(pointerId)
      setPointed(levelAt(target))
    },
    onPointerMove: ({ target }: PointerEvent) => setPointed(levelAt(target)),
    onPointerLeave: () => setPointed(null),
    onPointerCancel: () => setPointed(null),
    onPointerUp: ({ target, pointerType }: PointerEvent) => {
      const index = levelAt(target)
      if (pointerType !== 'touch') return
      setPointed(null)
      if (index !== null) onChoose(index)
    },
    // The lifted finger has chosen: a click would follow.
    onTouchEnd: (event: { preventDefault: () => void }) => event.preventDefault(),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) setFocused(levelAt(target))
    },
    onBlur: () => setFocused(null),
  }
  return { touched: pointed ?? focused, handlers }
}

/** The index of the level at an element of the row; null beside the levels. */
function levelAt(target: EventTarget): number | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-level]') : null
  return button === null ? null : Number(button.dataset['level'])
}

interface LevelButtonProps {
  level: EnergyLevel
  isTouched: boolean
  isChosen: boolean
  onChoose: (index: number) => void
}

function LevelButton({ level, isTouched, isChosen, onChoose }: LevelButtonProps) {
  const { index, name, description } = level
  return (
    <button
      type="button"
      data-level={index}
      aria-label={t('{level}: {description}', {
        level: translate(name),
        description: translate(description),
      })}
      aria-pressed={isChosen}
      className={clsx(
        'grid h-11 min-w-0 flex-1 place-items-center rounded-field border-2 border-transparent -outline-offset-2 outline-focus transition-colors aria-pressed:border-primary',
        isTouched && 'bg-sunken',
      )}
      onClick={() => onChoose(index)}
    >
      <Rosette
        level={index as RosetteLevel}
        size={28}
        className={clsx(
          'max-w-full transition-[scale] duration-200 ease-calm motion-reduce:transition-none',
          isTouched && 'scale-116',
        )}
      />
    </button>
  )
}

/** The words of a level, in the place of both ends. The buttons' names say the same. */
function Captions({ shown }: { shown: EnergyLevel | undefined }) {
  const [first, last] = [energyLevels[0], energyLevels.at(-1)]
  return (
    <div
      aria-hidden
      className="grid min-h-[1.35rem] items-center px-1.5 text-meta/[1.35] *:[grid-area:1/1] *:transition-opacity @max-[19em]:min-h-10"
    >
      {/* Below each other where both don't fit: no word of them breaks. */}
      <p className={clsx('flex flex-wrap justify-between gap-x-3 text-ink-2', shown && 'opacity-0')}>
        <span>{first && translate(first.description)}</span>
        <span className="ms-auto text-end">{last && translate(last.description)}</span>
      </p>
      <p className={clsx('text-small/[1.35]', !shown && 'opacity-0')}>
        {shown && (
          <>
            <b className="font-strong">{translate(shown.name)}</b>
            <span>{` · ${translate(shown.description)}`}</span>
          </>
        )}
      </p>
    </div>
  )
}

/** As high as the row, so that nothing around it moves. */
export function LevelPlaceholder({ isOnImage = false }: { isOnImage?: boolean }) {
  return <div className={isOnImage ? 'min-h-[6.456rem]' : 'min-h-25 lg:min-h-22'} />
}
