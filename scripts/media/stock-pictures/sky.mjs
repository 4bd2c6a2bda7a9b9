// Stock pictures of the sky: moon over water, mountain, sun, cloud.
import { seededRandom } from '../random.mjs'
import { blur, glitter, ground, linear, path, picture, points, radial, ridge } from '../svg.mjs'

const SIZE = [512, 512]

function starField(count, random, bottom) {
  return Array.from({ length: count }, () => {
    const [x, y, r] = [random() * 512, random() * bottom, 0.9 + random() ** 3 * 1.9]
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="#fdf3e2" opacity="${(0.35 + random() * 0.6).toFixed(2)}"/>`
  }).join('')
}

export function moon() {
  const random = seededRandom(8)
  const defs =
    linear('bg', ['#1c1a44', '#3b3272', '#7a5a94']) +
    linear('water', ['#6d5390', '#2f2a60', '#1b1942']) +
    radial('glow', ['#fdeccb .75', '#fdeccb .22 .4', '#fdeccb 0']) +
    radial('disc', ['#fffaf0', '#fdeccb'], [0.4, 0.38, 0.65])
  const body =
    ground(SIZE, 'url(#bg)') +
    starField(44, random, 300) +
    '<circle cx="256" cy="190" r="200" fill="url(#glow)"/><circle cx="256" cy="190" r="84" fill="url(#disc)"/>' +
    '<g fill="#e9d3b4" opacity=".42"><circle cx="232" cy="170" r="17"/><circle cx="282" cy="206" r="23"/><circle cx="244" cy="222" r="10"/><circle cx="290" cy="158" r="8"/></g>' +
    `<path d="${ridge(
      points('0,322 90,296 170,318 270,330 360,304 440,290 512,312'),
      512,
      340,
    )}" fill="#2a2458"/>` +
    '<rect y="336" width="512" height="176" fill="url(#water)"/>' +
    glitter(
      { x: 256, y: 344, rows: 13, gap: 8.4, grow: 9, width: 60, color: '#fdeccb', opacity: 0.9 },
      random,
    )
  return picture(SIZE, defs, body)
}

export function mountain() {
  const defs =
    linear('bg', ['#b9b6dd', '#e5cbd8', '#fbdcc2']) +
    radial('sun', ['#fffaf0', '#fff0d8 .8 .4', '#fff0d8 0']) +
    linear('lit', ['#8f82b8', '#a995bd']) +
    linear('shade', ['#5d5390', '#7f72a8']) +
    linear('front', ['#655a92', '#423a70']) +
    linear('mist', ['#fbe6d8 0', '#fbe6d8 .85'])
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="354" cy="150" r="96" fill="url(#sun)"/>' +
    `<path d="${ridge(
      points('0,330 90,270 180,320 330,290 430,236 512,290'),
      512,
      512,
    )}" fill="#bfb0d0" opacity=".8"/>` +
    '<path d="M70 430L238 118 406 430Z" fill="url(#lit)"/>' +
    '<path d="M238 118L222 196 246 240 226 300 262 352 250 430H406Z" fill="url(#shade)"/>' +
    '<path d="M238 118L186 214 204 204 216 226 230 206 246 240 262 214 280 232 290 214Z" fill="#fdf4ee"/>' +
    '<path d="M238 118L222 196 229 207 246 240 262 214 280 232 290 214Z" fill="#d8cbe4"/>' +
    '<rect y="300" width="512" height="130" fill="url(#mist)"/>' +
    `<path d="${ridge(points('0,404 110,372 220,412 330,420 430,380 512,392'), 512, 512)}" fill="#8478ae"/>` +
    `<path d="${ridge(points('0,452 120,446 250,424 380,452 512,438'), 512, 512)}" fill="url(#front)"/>`
  return picture(SIZE, defs, body)
}

export function sun() {
  const defs =
    radial('bg', ['#fff1d4', '#fcd2a0', '#f0a77e'], [0.5, 0.5, 0.72]) +
    linear('disc', ['#fff6e0', '#ffe0a6', '#fbbd7c']) +
    blur('soft', 16)
  let rays = ''
  for (let i = 0; i < 24; i++) {
    const long = i % 2 === 0
    const [from, to] = long ? [134, 196] : [138, 168]
    const a = (i / 24) * Math.PI * 2
    const [c, s] = [Math.sin(a), -Math.cos(a)]
    rays += path`M${256 + c * from} ${256 + s * from}L${256 + c * to} ${256 + s * to}`
  }
  const body =
    ground(SIZE, 'url(#bg)') +
    '<g fill="none" stroke="#fff8ea"><circle cx="256" cy="256" r="226" stroke-width="2.5" opacity=".55"/><circle cx="256" cy="256" r="252" stroke-width="2" opacity=".32"/></g>' +
    '<circle cx="256" cy="256" r="116" fill="#e2804c" opacity=".34" filter="url(#soft)"/>' +
    `<path d="${rays}" stroke="#d9703f" stroke-width="7" stroke-linecap="round" opacity=".72"/>` +
    '<circle cx="256" cy="256" r="104" fill="url(#disc)"/><circle cx="256" cy="256" r="118" fill="none" stroke="#fff4dc" stroke-width="4" opacity=".95"/>'
  return picture(SIZE, defs, body)
}

/** A cloud as one shape: round heads on a flat foot. */
function cloudShape(x, y, scale) {
  const heads = points('-104,-30,40 -52,-66,56 22,-88,70 92,-46,52 138,-24,30')
  const circles = heads.map(([dx, dy, r]) => `<circle cx="${dx}" cy="${dy}" r="${r}"/>`).join('')
  return `<g transform="translate(${x} ${y}) scale(${scale})">${circles}<rect x="-144" y="-62" width="312" height="68" rx="34"/></g>`
}

export function cloud() {
  const defs =
    linear('bg', ['#7f9fd0', '#aebfe6', '#e2d6ec']) +
    '<linearGradient id="white" gradientUnits="userSpaceOnUse" x1="0" y1="-158" x2="0" y2="8"><stop offset="0" stop-color="#fffefa"/><stop offset=".5" stop-color="#f8f2f8"/><stop offset="1" stop-color="#c9c2e4"/></linearGradient>' +
    radial('sun', ['#fff6dc', '#fff0cc .7 .5', '#fff0cc 0']) +
    blur('soft', 12)
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="338" cy="164" r="120" fill="url(#sun)"/><circle cx="338" cy="164" r="58" fill="#fff6de"/>' +
    `<g fill="#dfe0f4" opacity=".7">${cloudShape(420, 236, 0.6)}${cloudShape(70, 190, 0.5)}</g>` +
    `<g fill="#5f72ac" opacity=".34" filter="url(#soft)">${cloudShape(250, 348, 1.12)}</g>` +
    `<g fill="url(#white)">${cloudShape(244, 330, 1.14)}</g>` +
    `<g fill="#f4effa" opacity=".72">${cloudShape(110, 462, 0.85)}${cloudShape(420, 474, 0.95)}</g>`
  return picture(SIZE, defs, body)
}
