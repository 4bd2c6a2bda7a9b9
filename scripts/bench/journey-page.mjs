// The browser's part of the journey benchmark: draws frames as the product does and times the script.
import { createJourneyFrame, createJourneyScene, mulberry32 } from '#features/journey/frame.ts'
import { qualityAt } from '#features/journey/quality.ts'
import { updateFrame } from '#features/journey/scene.ts'
import { createJourneyPainter } from '#features/journey/web/data/journey-paint.ts'

const warmUpFrames = 60
const frames = 300
const stepMs = 3000

/**
 * Returns milliseconds: the setup of the painter and its image, then the time of each frame, and the intervals
 * between them.
 */
globalThis.measureJourney = async ({ width, height, pixelRatio, theme, before, after }) => {
  const canvas = document.querySelector('canvas')
  const startedMs = performance.now()
  const painter = createJourneyPainter(canvas, theme)
  const figureArea = { left: 0, top: 72, width, height: height - 72 - 144 }
  painter.resize({ width, height, pixelRatio, figureArea })
  const setUpMs = performance.now() - startedMs
  const scene = createJourneyScene(mulberry32(2026))
  const frame = createJourneyFrame()
  const quality = qualityAt(0)
  const scriptMs = []
  const intervalMs = []
  let lastMs = await nextFrame()
  const firstMs = lastMs
  for (let index = 0; index < warmUpFrames + frames; index += 1) {
    const atMs = await nextFrame()
    const startMs = performance.now()
    const flowMs = atMs - firstMs
    // Session after session, as in playback: during more than half of the time a reveal is animated.
    const sinceMs = flowMs % stepMs
    if (sinceMs < lastMs - firstMs && sinceMs < atMs - lastMs) painter.captureForCrossfade()
    updateFrame(frame, scene, { before, after, sinceMs, flowMs }, quality)
    painter.paint(frame, quality, sinceMs)
    if (index >= warmUpFrames) {
      scriptMs.push(performance.now() - startMs)
      intervalMs.push(atMs - lastMs)
    }
    lastMs = atMs
  }
  return { setUpMs, scriptMs, intervalMs }
}

function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
}
