// Stage: the layout of a sitting's parts beside the chat, on wide and narrow screens (MED-06).
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { usePendingScreen } from '#web/page-shell.ts'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'

/**
 * The frame of the video. On narrow screens: `--stage` of the screen, sticky, so that at the end of the page video and chat
 * fill the window. On a phone on its side it would cover what is below it. On wide screens: the height that the other parts
 * leave, within limits, and enough for the words of an ending. A new member's steps are above it. It doesn't depend on the
 * other parts' actual heights, so that no part that expands moves it.
 */
export const videoFrameClass =
  'video-frame sticky top-(--bar) low:relative low:top-0 z-1 order-first h-(--frame-height) [--frame-height:var(--stage)] w-full flex-none writing:h-18 writing:columns:h-dvh lg:relative lg:top-0 lg:order-none lg:[--frame-height:clamp(max(24rem,var(--stage-width)*0.3),calc(100dvh-26rem-var(--steps)),var(--stage-width)*9/16)] lg:rounded-media lg:shadow-media'

/** The parts below each other, with the screen's gutters. */
export function Stage({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="stage min-h-0 flex-1 columns:overflow-y-auto columns:[scrollbar-gutter:stable]"
    >
      <div className="relative flex flex-col [--pinned:var(--stage)] low:[--pinned:0rem] lg:[--pinned:0rem] [--stage-width:calc(100vw*2/3-4rem)] [--steps:0rem] has-[>.first-steps]:[--steps:2.125rem] lg:gap-3 lg:px-8 lg:pt-4.5 lg:pb-6">
        {children}
      </div>
    </section>
  )
}

interface StageHeaderProps {
  date: string
  title: ReactNode
  titleLang?: string | undefined
  countdown: ReactNode
  /** One line below the title; nothing where there is nothing to say. */
  line?: ReactNode
  /** While a sitting is under way narrow screens have room for the title alone, on one line; larger text wraps. */
  isUnderWay?: boolean
}

/** The date and the countdown, the title in full width, and one line. */
export function StageHeader(props: StageHeaderProps) {
  const { date, title, titleLang, countdown, line, isUnderWay = false } = props
  return (
    <header
      className={clsx(
        'room-part @container relative px-4 writing:hidden lg:p-0',
        isUnderWay ? 'pt-2.5' : 'py-4',
      )}
    >
      <div
        className={clsx(
          'flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-3',
          isUnderWay && 'max-lg:sr-only',
        )}
      >
        <p className="font-medium">{date}</p>
        {countdown}
      </div>
      <h1
        dir="auto"
        lang={titleLang}
        className={clsx(
          'serif wrap-anywhere lg:mt-1 lg:text-page',
          isUnderWay
            ? 'text-[1.35rem] max-lg:pb-[0.1em] max-lg:@min-[18rem]:truncate'
            : 'mt-1 text-[1.6rem] max-lg:text-wrap',
        )}
      >
        {title}
      </h1>
      {line && (
        <div
          className={clsx(
            'mt-1.5 min-h-[1.55em] text-[0.95rem] text-pretty text-ink-2',
            isUnderWay && 'max-lg:hidden',
          )}
        >
          {line}
        </div>
      )}
    </header>
  )
}

/** The presence row. The hint sits at its end, or below on narrow screens, and never moves the video. */
export function StageRow({ children, hint }: { children: ReactNode; hint?: ReactNode }) {
  return (
    <div className="room-part flex flex-col gap-2 px-4 pb-4 writing:hidden md:flex-row md:items-center md:gap-6 lg:p-0 lg:pt-1">
      <div className="flex min-h-10 min-w-0 flex-1 items-center gap-x-3.5 gap-y-1 max-md:flex-wrap">
        {children}
      </div>
      {hint}
    </div>
  )
}

/** The same layout while the day is loading. */
export function StageSkeleton({ date, countdown }: { date: string; countdown: ReactNode }) {
  usePendingScreen()
  return (
    <Stage label={t('Today’s meditation')}>
      <p data-pending role="status" className="sr-only">
        {t('Loading today’s meditation')}
      </p>
      <StageHeader
        date={date}
        title={<Skeleton className="my-[0.06em] h-[1em] w-[min(11em,60vw)]" />}
        countdown={countdown}
      />
      <Skeleton className={clsx(videoFrameClass, 'rounded-none [box-shadow:none]!')} />
      <StageRow>
        <div className="flex">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton
              key={index}
              className="-ms-2.25 size-10 rounded-pill! border-[2.5px] border-bg first:ms-0"
            />
          ))}
        </div>
        <p className="max-md:min-h-[1lh] max-md:basis-full max-md:text-small" />
      </StageRow>
      <div className="min-h-11 border-t border-line max-lg:mx-4 lg:hidden" />
      <SkeletonText lines={2} className="max-w-[68ch] max-lg:hidden" />
      <div className="h-20.5 border-t border-line max-lg:hidden" />
    </Stage>
  )
}
