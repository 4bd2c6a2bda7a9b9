// Thumbnails in the dark: seven lamps, rain on the roof, night sky over an open hand.
import { seededRandom } from '../random.mjs'
import { blur, ground, linear, path, picture, points, radial, ridge } from '../svg.mjs'

const SIZE = [640, 360]
const LAMP_COLORS = ['#f0605f', '#f58a45', '#f2c14a', '#5cbb83', '#4fa5e0', '#7a70e0', '#c780e0']

/** A paper lamp afloat: its glow, its body, its mirror image. */
function lamp(color, i) {
  const k = i / 6
  const x = 84 + i * 78.6
  const y = 226 - 22 * Math.sin(k * Math.PI)
  const size = 1.06 - 0.22 * Math.sin(k * Math.PI)
  const body = `<path d="M-19-44C-24-24-24-14-18 0H18C24-14 24-24 19-44Z" fill="${color}"/><path d="M-19-44C-24-24-24-14-18 0H18C24-14 24-24 19-44Z" fill="url(#flame)"/><path d="M-19-44H19M-22-22H22" stroke="#fff6e4" stroke-opacity=".35" stroke-width="1.4"/>`
  const beads = [0, 1, 2, 3, 4, 5]
    .map(
      (row) =>
        `<rect x="${-17 + row * 1.6 - (row % 2) * 5}" y="${8 + row * 11}" width="${34 - row * 2.6}" height="2.6" rx="1.3" fill="${color}" opacity="${0.62 - row * 0.09}"/>`,
    )
    .join('')
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(3)})">` +
    `<circle cy="-20" r="92" fill="${color}" opacity=".24" filter="url(#wide)"/>` +
    `<ellipse cy="24" rx="22" ry="40" fill="${color}" opacity=".32" filter="url(#soft)"/>${beads}` +
    `<ellipse cy="1" rx="31" ry="5.4" fill="#120f2b" opacity=".85"/>${body}</g>`
  )
}

export function sevenLamps() {
  const random = seededRandom(6)
  const defs =
    linear('bg', ['#14122f', '#251f4c', '#3b2c60']) +
    linear('water', ['#2b2352', '#151233', '#0e0c24']) +
    radial('flame', ['#fffbe6 .98', '#fff2cc .55 .45', '#fff2cc 0'], [0.5, 0.66, 0.6]) +
    blur('wide', 26) +
    blur('soft', 9)
  const stars = Array.from(
    { length: 46 },
    () =>
      `<circle cx="${(random() * 640).toFixed(1)}" cy="${(random() * 150).toFixed(1)}" r="${(0.5 + random() ** 3 * 1.2).toFixed(2)}" fill="#fdf3e2" opacity="${(0.25 + random() * 0.6).toFixed(2)}"/>`,
  ).join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    stars +
    `<path d="${ridge(
      points('0,156 100,130 220,162 340,172 470,144 560,128 640,150'),
      640,
      182,
    )}" fill="#0f0d28"/>` +
    '<rect y="178" width="640" height="182" fill="url(#water)"/>' +
    LAMP_COLORS.map(lamp).join('')
  return picture(SIZE, defs, body)
}

function rainStrokes(random) {
  let near = ''
  let far = ''
  for (let i = 0; i < 170; i++) {
    const [x, y, long] = [random() * 700 - 20, random() * 340 - 20, 12 + random() * 20]
    const stroke = path`M${x} ${y}l${-long * 0.2} ${long}`
    if (i % 3 === 0) near += stroke
    else far += stroke
  }
  return `<path d="${far}" stroke="#d8dcf2" stroke-width="1" opacity=".32" stroke-linecap="round"/><path d="${near}" stroke="#eef0fb" stroke-width="1.7" opacity=".5" stroke-linecap="round"/>`
}

/** Rows of roof tiles as short arcs between the two slopes. */
function tiles() {
  let out = ''
  for (let row = 0; row < 7; row++) {
    const y = 122 + row * 18
    const [from, to] = [212 - row * 29, 428 + row * 29]
    for (let x = from + (row % 2) * 12; x < to - 20; x += 24) out += path`M${x} ${y}q12 13 24 0`
  }
  return out
}

export function rainOnRoof() {
  const random = seededRandom(31)
  const splashes = points('150,330 96,344 520,334 566,348 420,346 236,348')
    .map(([x, y], i) => `<ellipse cx="${x}" cy="${y}" rx="${15 + (i % 3) * 6}" ry="${3.4 + (i % 3)}"/>`)
    .join('')
  const drips = Array.from(
    { length: 13 },
    (_, i) => `<ellipse cx="${34 + i * 47.6}" cy="${254 + ((i * 37) % 23)}" rx="1.7" ry="4.6"/>`,
  ).join('')
  const defs =
    linear('bg', ['#3a4468', '#5d678f', '#8e8fb0']) +
    linear('roof', ['#5a4d74', '#3a3258']) +
    linear('wall', ['#4e4a70', '#37345a']) +
    linear('glass', ['#ffe9b4', '#ffc981', '#f6a565']) +
    radial('warm', ['#ffcf8a .6', '#ffcf8a 0']) +
    linear('floor', ['#565a80', '#3a3d61']) +
    '<clipPath id="tiled"><path d="M206 108H434L640 246H0Z"/></clipPath>'
  const body =
    ground(SIZE, 'url(#bg)') +
    `<path d="${ridge(
      points('0,170 90,130 190,160 320,120 470,164 560,132 640,156'),
      640,
      260,
    )}" fill="#525a83" opacity=".75"/>` +
    '<rect y="312" width="640" height="48" fill="url(#floor)"/>' +
    '<rect x="64" y="236" width="512" height="84" fill="url(#wall)"/>' +
    '<circle cx="320" cy="284" r="150" fill="url(#warm)"/>' +
    '<rect x="252" y="256" width="136" height="64" rx="3" fill="url(#glass)"/><path d="M320 256V320M252 287H388" stroke="#5a4463" stroke-width="4.5"/><rect x="252" y="256" width="136" height="64" rx="3" fill="none" stroke="#5a4463" stroke-width="6"/>' +
    '<path d="M300 320V304q0-7 8-7h8q8 0 8 7v16z" fill="#7a4c56" opacity=".8"/><path d="M309 292q-4-6 1-10t0-9" fill="none" stroke="#fff6e4" stroke-width="2" opacity=".8" stroke-linecap="round"/>' +
    '<path d="M252 322h136l50 38H202z" fill="#ffc981" opacity=".2"/>' +
    '<path d="M206 108H434L640 246H0Z" fill="url(#roof)"/>' +
    `<g clip-path="url(#tiled)"><path d="${tiles()}" fill="none" stroke="#9085ad" stroke-width="1.8" opacity=".5"/></g>` +
    '<path d="M198 108H442" stroke="#7b6f9c" stroke-width="8" stroke-linecap="round"/><path d="M-4 247H644" stroke="#2b2547" stroke-width="8"/>' +
    `<g fill="#eef0fb" opacity=".75">${drips}</g><g fill="none" stroke="#e3e6f6" stroke-width="1.5" opacity=".6">${splashes}</g>` +
    rainStrokes(random)
  return picture(SIZE, defs, body)
}

/** The band of the Milky Way and the stars around it. */
function heavens(random) {
  return Array.from({ length: 330 }, (_, i) => {
    const along = random()
    const inBand = i % 3 !== 0
    const spread = (random() + random() + random() - 1.5) * 66
    const x = inBand ? 60 + along * 560 + spread * 0.5 : random() * 640
    const y = inBand ? 300 - along * 330 + spread : random() * 330
    const r = 0.45 + random() ** 5 * 1.5
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(2)}" fill="${i % 5 ? '#f4f0ff' : '#ffe6c4'}" opacity="${(0.3 + random() * 0.65).toFixed(2)}"/>`
  }).join('')
}

/** An open hand from the side, palm up: three fingers, then the palm over their roots, then the thumb. */
function openHand() {
  const rim = 'stroke="#f6d2b0" stroke-opacity=".62" stroke-width="1.8" stroke-linecap="round" fill="none"'
  const fingers = [
    'M430 300C350 300 296 286 254 246',
    'M436 312C350 316 284 302 238 262',
    'M440 324C360 332 300 322 250 288',
  ]
  const drawn = fingers.map(
    (d) =>
      `<path d="${d}" fill="none" stroke="#a58a8c" stroke-width="24.6" stroke-linecap="round"/><path d="${d}" fill="none" stroke="#211b45" stroke-width="21.4" stroke-linecap="round"/>`,
  )
  return (
    drawn.join('') +
    '<path d="M660 292C590 290 540 286 492 276 470 270 440 268 420 278 396 290 388 306 392 322 400 338 450 346 520 356L560 366H660Z" fill="url(#hand)"/>' +
    '<path d="M492 276C478 262 462 248 442 243 424 239 408 233 392 230 376 228 372 240 384 246 402 253 416 262 428 276 446 284 474 286 492 276Z" fill="#2a2350"/>' +
    `<path d="M660 292C590 290 540 286 492 276 478 262 462 248 442 243 424 239 408 233 392 230 376 228 372 240 384 246 402 253 416 262 428 276" ${rim}/><path d="M404 335C440 344 480 350 520 356L560 366" ${rim}/>`
  )
}

export function nightSky() {
  const random = seededRandom(44)
  const defs =
    linear('bg', ['#0f1030', '#231f52', '#4a3a72', '#8a6088']) +
    linear('hand', ['#2a2350', '#15112f']) +
    radial('star', ['#fffbe9', '#ffe9b8 .75 .12', '#ffdf9e .28 .4', '#ffdf9e 0']) +
    blur('wide', 30)
  const body =
    ground(SIZE, 'url(#bg)') +
    '<path d="M30 330L620-40" stroke="#b9a6e0" stroke-width="96" opacity=".2" filter="url(#wide)"/><path d="M60 312L610-30" stroke="#e9d3e4" stroke-width="34" opacity=".2" filter="url(#wide)"/>' +
    heavens(random) +
    `<path d="${ridge(points('0,318 110,300 230,326 380,330 500,304 640,322'), 640, 360)}" fill="#1d1840"/>` +
    '<circle cx="330" cy="158" r="130" fill="url(#star)"/><circle cx="330" cy="158" r="8" fill="#fffdf4"/><path d="M330 116Q332 156 370 158 332 160 330 200 328 160 290 158 328 156 330 116Z" fill="#fffdf4"/>' +
    openHand()
  return picture(SIZE, defs, body)
}
