// The place of the video while the lights are down: it leaves the page's flow, grows, and goes back at the end.
import { useEffect, useRef } from 'react'
import { breathe } from '#web/easing.ts'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { watchFrames } from './watch-frames.ts'

const growAfterMs = 900
const growForMs = 3_100
const returnForMs = 4_200

/**
 * `frame` is the video's place in the flow, which stays; its child moves. Where the frames come late it is cut in the
 * dark, since each one lays out the picture anew.
 */
export function useDarkPlace(frame: HTMLElement | null, isDown: boolean): void {
  const isSlow = useRef(false)
  useEffect(() => {
    const film = frame?.querySelector('video')
    return film ? writeShape(film) : undefined
  }, [frame])
  useEffect(() => {
    const video = frame?.firstElementChild
    if (!frame || !(video instanceof HTMLElement) || !isDown) return
    const isReduced = prefersReducedMotion()
    // While its column clips nothing it has no scrollbar, and keeps its width.
    const column = frame.closest('section')
    if (column && getComputedStyle(column).overflowY === 'auto')
      column.style.setProperty('--gutter', `${column.offsetWidth - column.clientWidth}px`)
    // Perhaps on its way back.
    const from = placeOf(video)
    for (const running of video.getAnimations()) running.cancel()
    video.toggleAttribute('data-dark', true)
    // On narrow screens it stays where it is.
    if (getComputedStyle(video).position !== 'fixed') return () => video.toggleAttribute('data-dark', false)
    const wayOut = new KeyframeEffect(video, [{ ...from, offset: 0 }], {
      duration: isReduced ? 0 : growForMs,
      delay: isReduced ? 0 : growAfterMs,
      easing: breathe,
      fill: 'backwards',
    })
    const growth = new Animation(wayOut)
    whileItMoves(growth, () => {
      isSlow.current = true
      wayOut.setKeyframes([{ ...placeOf(video), offset: 0 }])
      wayOut.updateTiming({ easing: 'step-end' })
    })
    growth.play()
    return () => {
      const at = placeOf(video)
      growth.cancel()
      // As high as the words of the ending need, which aren't in it yet.
      video.toggleAttribute('data-dark', false)
      frame.style.minHeight = placeOf(frame).height
      video.toggleAttribute('data-dark', true)
      const way = new KeyframeEffect(video, [at, placeOf(frame)], {
        duration: isReduced ? 0 : returnForMs,
        easing: isSlow.current ? 'step-start' : breathe,
        // The event of its end may come after the next paint.
        fill: 'forwards',
      })
      // The ending may change the height of the place meanwhile.
      const observer = new ResizeObserver(() => way.setKeyframes([at, placeOf(frame)]))
      observer.observe(frame)
      const homecoming = new Animation(way)
      homecoming.addEventListener('finish', () => {
        video.toggleAttribute('data-dark', false)
        homecoming.cancel()
      })
      homecoming.addEventListener('cancel', () => {
        observer.disconnect()
        frame.style.minHeight = ''
      })
      whileItMoves(homecoming, () => way.updateTiming({ easing: 'step-start' }))
      homecoming.play()
    }
  }, [frame, isDown])
}

function whileItMoves(animation: Animation, onLate: () => void): void {
  const stop = watchFrames(onLate)
  for (const end of ['finish', 'cancel']) animation.addEventListener(end, stop)
}

/** Writes the film's width by its height to `--film`, for the styles. Returns the cleanup. */
function writeShape(film: HTMLVideoElement): () => void {
  const write = () => {
    const { videoWidth, videoHeight } = film
    if (videoHeight > 0) film.style.setProperty('--film', String(videoWidth / videoHeight))
  }
  write()
  film.addEventListener('resize', write)
  return () => film.removeEventListener('resize', write)
}

function placeOf(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const { borderRadius } = getComputedStyle(element)
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, borderRadius }
}
