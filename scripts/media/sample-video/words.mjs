// Draws the words of the sample meditation once, as coverage maps that frames blend over the picture.
import sharp from 'sharp'
import { openLettering } from './lettering.mjs'
import { wordLines, widthPx } from './timeline.mjs'

const STYLES = {
  title: { sizePx: 92, baselineY: 262, tracking: -0.012 },
  subtitle: { sizePx: 36, baselineY: 324, tracking: 0.004 },
  breath: { sizePx: 47, baselineY: 604, tracking: 0 },
}
const MARGIN_PX = 44

async function cover(svg) {
  const { data } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Float32Array.from(data, (v) => v / 255)
}

async function drawLine(set, line) {
  const { sizePx, baselineY, tracking } = STYLES[line.kind]
  const { path, widthPx: textPx } = set(line.text, sizePx, tracking)
  const width = Math.ceil(textPx) + 2 * MARGIN_PX
  const height = Math.ceil(sizePx * 1.3) + 2 * MARGIN_PX
  const at = `translate(${MARGIN_PX} ${MARGIN_PX + sizePx})`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
  const blur = `<filter id="b" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${sizePx * 0.24}"/></filter>`
  return {
    ...line,
    left: Math.round((widthPx - width) / 2),
    top: Math.round(baselineY - sizePx - MARGIN_PX),
    width,
    height,
    ink: await cover(`${open}<path transform="${at}" d="${path}"/></svg>`),
    shade: await cover(`${open}${blur}<path filter="url(#b)" transform="${at}" d="${path}"/></svg>`),
  }
}

/** Every line of words with its position and two coverage maps: the letters, and a soft shade behind them. */
export function drawWords() {
  const set = openLettering()
  return Promise.all(wordLines.map((line) => drawLine(set, line)))
}
