// Stock pictures of light things: feather, crane.
import { seededRandom } from '../random.mjs'
import { blur, ground, linear, path, picture, radial } from '../svg.mjs'

const SIZE = [512, 512]

const QUILL_PX = 372

/** A point on the feather's curved quill: 0 at its foot, 1 at its tip. */
function quillAt(along) {
  return [-54 * Math.sin(along * Math.PI * 0.86) * along ** 0.6, -QUILL_PX * along]
}

/** The width of the vane at a position on the quill, with the small splits of a real feather. */
function vaneReach(along, side) {
  const body =
    64 *
    Math.min(1, Math.max(0, (along - 0.1) / 0.2)) ** 0.8 *
    Math.min(1, Math.max(0, (1.04 - along) / 0.42)) ** 0.62
  const splits = side > 0 ? [0.36, 0.71] : [0.52, 0.27]
  const split = splits.some((at) => along > at && along < at + 0.022)
  return split ? body * 0.35 : body * (side > 0 ? 1 : 0.82)
}

/** The feather's barbs on one side: fine strokes that lean towards the tip; downy near the foot. */
function barbs(side, random) {
  let out = ''
  for (let along = 0.13; along < 1; along += 0.0046) {
    const [x, y] = quillAt(along)
    const reach = vaneReach(along, side) * (0.96 + random() * 0.06)
    const rise = (26 + reach * 0.62) * Math.min(1, 0.25 + (1 - along) * 5)
    out += path`M${x} ${y}Q${x + side * reach * 0.62} ${y - rise * 0.34} ${x + side * reach} ${y - rise}`
  }
  return out
}

function down(random) {
  let out = ''
  for (let i = 0; i < 54; i++) {
    const along = 0.07 + random() * 0.13
    const [x, y] = quillAt(along)
    const side = random() < 0.5 ? -1 : 1
    const reach = side * (16 + random() * 34)
    out += path`M${x} ${y}Q${x + reach * 0.5} ${y + 4} ${x + reach} ${y - 8 - random() * 30}`
  }
  return out
}

export function feather() {
  const random = seededRandom(19)
  const tone = (id, colors) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="-20" x2="0" y2="-400">${colors.map((c, i) => `<stop offset="${[0, 0.45, 0.78, 1][i]}" stop-color="${c}"/>`).join('')}</linearGradient>`
  const defs =
    linear('bg', ['#b5cfe6', '#86aed2', '#5f88b8'], [0, 0, 1, 1]) +
    radial('light', ['#f4fafd .75', '#f4fafd 0'], [0.6, 0.32, 0.6]) +
    tone('vane', ['#fdeee4', '#ffffff', '#efe6f6', '#a893cf']) +
    tone('vane2', ['#f1dcd6', '#eef0f8', '#d5c8e8', '#8873ba']) +
    blur('soft', 8)
  const [left, right, fluff] = [barbs(-1, random), barbs(1, random), down(random)]
  const quill = Array.from({ length: 31 }, (_, i) =>
    quillAt(i / 31)
      .map((v) => v.toFixed(1))
      .join(' '),
  ).join('L')
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#light)') +
    '<g transform="translate(160 428) rotate(40)">' +
    `<path d="${left}${right}" transform="translate(16 6)" fill="none" stroke="#27456f" stroke-width="3" opacity=".32" filter="url(#soft)"/>` +
    `<path d="${fluff}" fill="none" stroke="#fff6f0" stroke-width="1.7" stroke-linecap="round" opacity=".85"/>` +
    `<path d="${left}" fill="none" stroke="url(#vane2)" stroke-width="2.1" stroke-linecap="round"/>` +
    `<path d="${right}" fill="none" stroke="url(#vane)" stroke-width="2.1" stroke-linecap="round"/>` +
    `<path d="M4 48L${quill}" fill="none" stroke="#7d69a6" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></g>`
  return picture(SIZE, defs, body)
}

export function crane() {
  const defs =
    linear('bg', ['#f6e6dc', '#f1cfc6', '#dba9ae']) +
    radial('disc', ['#e8836f', '#d4635f'], [0.4, 0.35, 0.75]) +
    linear('wing', ['#ffffff', '#f2e6ea', '#c9b6cc'], [0, 0, 0.2, 1]) +
    linear('wing2', ['#efe2ea', '#bba6c4'], [0, 0, 0.4, 1]) +
    linear('mist', ['#fbeee6 0', '#fbeee6 .9'])
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="282" cy="226" r="132" fill="url(#disc)"/>' +
    '<path d="M262 270C262 210 292 140 356 76 350 108 372 104 366 122 380 124 372 142 364 152 376 158 362 178 350 186 358 196 340 214 326 222 330 238 312 256 300 280Z" fill="url(#wing2)"/>' +
    '<path d="M300 284C250 246 180 190 84 178 104 194 92 200 108 208 98 218 116 224 128 228 122 240 142 246 156 246 154 258 176 264 190 262 196 282 232 300 262 306Z" fill="url(#wing)"/>' +
    '<path d="M206 322C230 290 270 270 312 278 348 284 378 262 402 226 410 216 424 214 430 222L452 234 428 238C412 268 384 304 342 314 300 326 258 328 206 322Z" fill="#fffaf6"/>' +
    '<path d="M430 222L468 240 426 238Z" fill="#4a3a5e"/><path d="M404 225C410 215 424 212 431 221L414 230Z" fill="#d4635f"/>' +
    '<path d="M232 300L136 330 206 317 122 352 224 322Z" fill="#4a3a5e"/>' +
    '<rect y="372" width="512" height="140" fill="url(#mist)"/>' +
    '<g fill="none" stroke="#fff7f0" stroke-linecap="round" stroke-width="5" opacity=".8"><path d="M96 398H300M190 420H420M130 442H270"/></g>'
  return picture(SIZE, defs, body)
}
