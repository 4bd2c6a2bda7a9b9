// Stock pictures of growing things: lotus, leaf, tree.
import { seededRandom } from '../random.mjs'
import { blur, ground, linear, path, petal, picture, radial } from '../svg.mjs'

const SIZE = [512, 512]

export function lotus() {
  const defs =
    linear('bg', ['#f9e3d3', '#f3c6b6', '#d99aa4']) +
    radial('light', ['#fff6e6 .95', '#fff6e6 0'], [0.5, 0.5, 0.5]) +
    linear('back', ['#b7608a', '#8d4b7d']) +
    linear('mid', ['#e79fae', '#bd6a93']) +
    linear('front', ['#fdeae6', '#eeb6b8', '#d5859f']) +
    linear('water', ['#a76a8c', '#6f4a7e']) +
    blur('soft', 5)
  const ring = (angles, length, half, fill, y) =>
    angles
      .map((angle) =>
        petal(256, y, length * (1 - Math.abs(angle) / 420), half, angle, `fill="url(#${fill})"`),
      )
      .join('')
  const ripples = [0, 1, 2, 3]
    .map(
      (i) =>
        `<ellipse cx="256" cy="368" rx="${120 + i * 46}" ry="${15 + i * 10}" fill="none" stroke="#fbdcd3" stroke-opacity="${0.5 - i * 0.11}" stroke-width="2.4"/>`,
    )
    .join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="256" cy="236" r="220" fill="url(#light)"/>' +
    '<path d="M0 352C90 344 170 350 256 350S420 344 512 352V512H0Z" fill="url(#water)"/>' +
    ripples +
    '<ellipse cx="256" cy="372" rx="130" ry="15" fill="#4b2f60" opacity=".5" filter="url(#soft)"/>' +
    '<g transform="translate(256 366) scale(1.13) translate(-256 -366)">' +
    ring([-82, 82, -60, 60], 176, 36, 'back', 356) +
    ring([-40, 40, -14, 14], 232, 44, 'back', 356) +
    ring([-68, 68], 168, 38, 'mid', 360) +
    ring([-46, 46, -24, 24], 206, 46, 'mid', 360) +
    ring([0], 226, 50, 'front', 362) +
    ring([-30, 30], 178, 44, 'front', 364) +
    ring([-56, 56], 136, 32, 'front', 366) +
    ring([0], 132, 44, 'front', 368) +
    '</g>'
  return picture(SIZE, defs, body)
}

function leafVeins() {
  let veins = ''
  for (let i = 0; i < 7; i++) {
    const y = 92 - i * 37
    const reach = 118 * Math.sin(((i + 1.3) / 8.4) * Math.PI) ** 0.75
    for (const side of [-1, 1])
      veins += path`M0 ${y}Q${side * reach * 0.5} ${y - 14} ${side * reach} ${y - 50}`
  }
  return veins
}

export function leaf() {
  const defs =
    linear('bg', ['#dfe6d3', '#b4c7ae', '#86a38e'], [0, 0, 1, 1]) +
    radial('light', ['#fbf8e8 .9', '#fbf8e8 0'], [0.36, 0.3, 0.55]) +
    linear('left', ['#5f8f74', '#2f5d54'], [0, 0, 0, 1]) +
    linear('right', ['#8fb48c', '#4a7d66'], [0, 0, 0, 1]) +
    blur('soft', 12) +
    '<clipPath id="inside"><path d="M0 170C112 128 142-48 0-204C-142-48-112 128 0 170Z"/></clipPath>'
  const half = (side) =>
    path`M0 176C${side * 120} 130 ${side * 150} -50 0 -210C${side * 14} -90 ${side * -6} 60 0 176Z`
  const whole = 'M0 176C120 130 150-50 0-210C-150-50-120 130 0 176Z'
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#light)') +
    `<g transform="translate(262 262) rotate(34)"><path d="${whole}" transform="translate(16 20)" fill="#2f4d48" opacity=".38" filter="url(#soft)"/>` +
    `<path d="${half(-1)}" fill="url(#left)"/><path d="${half(1)}" fill="url(#right)"/>` +
    `<path clip-path="url(#inside)" d="${leafVeins()}" fill="none" stroke="#e9f0d8" stroke-opacity=".55" stroke-width="3" stroke-linecap="round"/>` +
    '<path d="M0-204C6-80-4 60 0 176Q2 206-12 236" fill="none" stroke="#f2f4df" stroke-opacity=".92" stroke-width="5.5" stroke-linecap="round"/></g>'
  return picture(SIZE, defs, body)
}

function foliage(random) {
  const tones = ['#7c8c4e', '#93a05a', '#adb46a', '#c9c67e']
  return tones
    .map((tone, layer) =>
      Array.from({ length: 26 }, () => {
        const angle = random() * Math.PI * 2
        const far = Math.sqrt(random()) * (118 - layer * 14)
        const x = 256 + Math.cos(angle) * far * 1.1 - layer * 9
        const y = 206 + Math.sin(angle) * far * 0.82 - layer * 13
        return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(17 + random() * 21 - layer * 3).toFixed(1)}" fill="${tone}" opacity="${layer === 0 ? 1 : 0.72}"/>`
      }).join(''),
    )
    .join('')
}

export function tree() {
  const random = seededRandom(14)
  const defs =
    linear('bg', ['#f8ecd2', '#f2d7a6', '#e6b981']) +
    radial('sun', ['#fffaf0 .95', '#fff3d6 0'], [0.66, 0.34, 0.5]) +
    linear('hill', ['#6f7f56', '#3f5148']) +
    linear('far', ['#c6b27a', '#9b9a6c']) +
    linear('trunk', ['#6b4a3f', '#4a3540']) +
    blur('soft', 7)
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#sun)') +
    '<path d="M0 392C80 350 150 366 240 376S420 330 512 360V512H0Z" fill="url(#far)"/>' +
    '<path d="M0 432C120 396 200 384 270 386S430 404 512 424V512H0Z" fill="url(#hill)"/>' +
    '<ellipse cx="270" cy="404" rx="118" ry="12" fill="#22352f" opacity=".5" filter="url(#soft)"/>' +
    '<path d="M236 402C248 370 246 340 246 296L208 246 216 240 250 274 252 214H262L264 268 300 232 308 239 268 300C266 344 268 372 284 402Q260 394 236 402Z" fill="url(#trunk)"/>' +
    `<g>${foliage(random)}</g>` +
    '<path d="M250 300L252 232M262 262L292 234M250 276L222 250" stroke="#5a4140" stroke-width="5" stroke-linecap="round" opacity=".55"/>'
  return picture(SIZE, defs, body)
}
