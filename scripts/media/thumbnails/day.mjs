// Thumbnails in daylight: morning water, shoreline, the long exhale.
import { seededRandom } from '../random.mjs'
import { blur, glitter, ground, linear, path, picture, points, radial, ridge } from '../svg.mjs'

const SIZE = [640, 360]

export function morningLight() {
  const random = seededRandom(2)
  const far = points('0,196 70,158 150,132 240,176 330,190 420,168 520,126 640,172')
  const near = points('0,214 90,186 190,206 320,226 450,212 560,186 640,202')
  const hills = `<path d="${ridge(far, 640, 232)}" fill="url(#far)"/><path d="${ridge(near, 640, 232)}" fill="url(#near)"/>`
  const defs =
    linear('bg', ['#8fabd4', '#c3c2e2 1 .45', '#efcfd0 1 .75', '#fde2c4']) +
    linear('water', ['#fbdcc0', '#c7b0c6 1 .35', '#5a5588']) +
    linear('far', ['#a9a3cf', '#cdbcd6']) +
    linear('near', ['#7c77b0', '#9a90bd']) +
    radial('sun', ['#fffbee', '#fff6dd .75 .16', '#fff2d8 .2 .5', '#fff2d8 0']) +
    linear('fade', ['#c7b0c6 .35', '#5a5588 1'])
  const reeds = points('36,118,14 52,90,18 20,84,4 70,64,16 596,84,-14 614,112,-10 628,70,-6')
    .map(
      ([x, tall, lean]) =>
        path`M${x - 2.2} 362Q${x + lean * 0.2} ${362 - tall * 0.6} ${x + lean} ${362 - tall}Q${x + lean * 0.35 + 2} ${362 - tall * 0.5} ${x + 2.2} 362Z`,
    )
    .join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="350" cy="138" r="190" fill="url(#sun)"/><circle cx="350" cy="138" r="27" fill="#fffbee"/>' +
    hills +
    '<rect y="230" width="640" height="130" fill="url(#water)"/>' +
    `<g transform="translate(0 460) scale(1 -1)" opacity=".5">${hills}</g>` +
    '<rect y="230" width="640" height="130" fill="url(#fade)" opacity=".55"/>' +
    glitter(
      { x: 350, y: 235, rows: 15, gap: 5, grow: 6, width: 36, color: '#fff6e0', opacity: 0.85 },
      random,
    ) +
    `<path d="M0 360V338C60 326 130 334 210 346S420 352 500 348 600 336 640 326V360Z" fill="#37315f"/><path d="${reeds}" fill="#37315f"/>`
  return picture(SIZE, defs, body)
}

function footprints() {
  const steps = points(
    '196,350,1 244,328,0.9 262,300,0.8 300,284,0.7 312,264,0.6 340,252,0.52 350,239,0.45 370,230,0.38',
  )
  return steps
    .map(([x, y, k], i) => {
      const turn = i % 2 === 0 ? 30 : 40
      const toes = points('-6,-15,3.1 -1.5,-17.5,2.7 3,-17,2.4 6.6,-14.6,2.1')
        .map(([tx, ty, r]) => `<circle cx="${i % 2 ? tx : -tx}" cy="${ty}" r="${r}"/>`)
        .join('')
      return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${k * 0.95} ${k * 0.78})"><ellipse cy="-5" rx="7.4" ry="7.6"/><ellipse cy="9" rx="5.4" ry="7.4"/><rect x="-4.4" y="-6" width="8.8" height="16" rx="4"/>${toes}</g>`
    })
    .join('')
}

export function shoreline() {
  const defs =
    linear('bg', ['#a9c6e2', '#d9dcea 1 .55', '#fbe5d2']) +
    linear('sea', ['#8fb9cf', '#5f9bb3', '#7fb8be']) +
    linear('sand', ['#f3dcc0', '#e2bf9c', '#cfa585'], [0.2, 0, 0.6, 1]) +
    linear('wet', ['#c79f88 .9', '#d3ad92 .2'], [0.3, 0, 0.7, 1]) +
    radial('sun', ['#fffaf0 .95', '#fff3e0 .4 .4', '#fff3e0 0']) +
    blur('soft', 4)
  const edge =
    'M640 168C560 172 520 186 470 190 400 196 420 222 350 228 270 236 290 272 200 286 120 298 110 340 20 360'
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="196" cy="104" r="120" fill="url(#sun)"/><circle cx="196" cy="104" r="22" fill="#fffaf0"/>' +
    `<path d="${ridge(
      points('0,150 60,138 130,146 230,158 640,160'),
      640,
      170,
    )}" fill="#9fb2cf" opacity=".8"/>` +
    '<rect y="152" width="640" height="208" fill="url(#sea)"/>' +
    '<g stroke="#e9f4f4" stroke-linecap="round" fill="none" opacity=".6"><path d="M40 176H170M230 170H330M90 196H260M20 222H130M180 240H236M380 176H450" stroke-width="2"/></g>' +
    `<path d="${edge}L0 360H640Z" fill="url(#sand)"/>` +
    `<path d="${edge}" transform="translate(10 12)" fill="none" stroke="url(#wet)" stroke-width="30"/>` +
    `<path d="${edge}" fill="none" stroke="#fffdf8" stroke-width="9" stroke-linecap="round" opacity=".95"/>` +
    `<path d="${edge}" transform="translate(-26 -12)" fill="none" stroke="#fffdf8" stroke-width="3.6" opacity=".6"/>` +
    `<path d="${edge}" transform="translate(-62 -24)" fill="none" stroke="#fffdf8" stroke-width="2" opacity=".4"/>` +
    `<g transform="translate(128 0)"><g fill="#9c735f" opacity=".62">${footprints()}</g></g>`
  return picture(SIZE, defs, body)
}

/** One dandelion seed: a stalk and a small parasol of hairs. */
function seed(x, y, turn, scale) {
  let hairs = ''
  for (let i = 0; i < 9; i++) {
    const a = ((-64 + i * 16) * Math.PI) / 180
    hairs += path`M0 -16L${Math.sin(a) * 17} ${-16 - Math.cos(a) * 14}`
  }
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M0 10L0-16${hairs}" fill="none" stroke="#fffdf4" stroke-width="1.3" stroke-linecap="round"/><ellipse cy="12" rx="1.9" ry="4.6" fill="#5d6b5c"/></g>`
}

function dandelionHead(random) {
  let out = ''
  for (let i = 0; i < 58; i++) {
    const angle = -172 + (i / 57) * 322 + (random() - 0.5) * 8
    const k = 0.9 + random() * 0.25
    const a = (angle * Math.PI) / 180
    const far = 30 + (i % 3) * 7
    out += seed(148 + Math.sin(a) * far, 150 - Math.cos(a) * far, angle, k)
  }
  return out
}

export function longExhale() {
  const random = seededRandom(12)
  const defs =
    linear('bg', ['#cfe0dc', '#b4cdbf', '#d9dcb8'], [0, 0, 1, 1]) +
    radial('light', ['#fffbe9 .95', '#fffbe9 0'], [0.78, 0.26, 0.6]) +
    linear('one', ['#8db3a2', '#b7d0b9']) +
    linear('two', ['#5f9080', '#8db69a']) +
    linear('three', ['#34615a', '#4e8069'])
  const flying = points(
    '236,120,52,1 280,152,70,0.92 312,92,58,0.9 362,126,82,0.84 410,78,64,0.8 446,138,88,0.72 498,96,72,0.68 548,62,84,0.6 576,118,92,0.52',
  )
  const breeze = points('112,0.4 146,0.3 84,0.3 178,0.22')
    .map(
      ([y, o]) =>
        `<path d="M210 ${y}C300 ${y - 26} 380 ${y + 22} 470 ${y - 6}S600 ${y - 26} 650 ${y - 18}" fill="none" stroke="#fffdf4" stroke-width="1.6" opacity="${o}"/>`,
    )
    .join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#light)') +
    `<path d="${ridge(
      points('0,236 140,214 300,250 460,222 640,244'),
      640,
      360,
    )}" fill="url(#one)" opacity=".75"/>` +
    `<path d="${ridge(
      points('0,280 160,262 330,290 500,262 640,282'),
      640,
      360,
    )}" fill="url(#two)" opacity=".85"/>` +
    breeze +
    '<path d="M148 152C156 220 140 290 122 362" fill="none" stroke="#46705c" stroke-width="5" stroke-linecap="round"/>' +
    `${dandelionHead(random)}<circle cx="148" cy="150" r="11" fill="#6d7f5f"/>` +
    flying.map(([x, y, turn, k]) => seed(x, y, turn, k * 1.15)).join('') +
    `<path d="${ridge(points('0,326 120,336 280,318 440,340 640,322'), 640, 360)}" fill="url(#three)"/>`
  return picture(SIZE, defs, body)
}
