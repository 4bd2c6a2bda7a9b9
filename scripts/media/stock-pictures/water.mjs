// Stock pictures of the shore: wave, stones, shell.
import { seededRandom } from '../random.mjs'
import { blur, ground, linear, path, picture, points, radial, ridge } from '../svg.mjs'

const SIZE = [512, 512]

export function wave() {
  const defs =
    linear('bg', ['#f6ead6', '#dfe8df', '#b6d6d6']) +
    linear('deep', ['#2f7d8c', '#174d63']) +
    linear('mid', ['#4fa3a8', '#256b7d']) +
    linear('crest', ['#7cc4c0', '#2b7a8b', '#17506a'], [0.7, 0, 0.3, 1])
  const random = seededRandom(33)
  const lip = points(
    '236,132 252,124 268,119 284,117 300,117 316,119 331,122 345,128 358,136 369,146 379,158 387,171 393,185 396,199 397,213',
  )
  const foam = lip
    .map(
      ([x, y], i) =>
        `<circle cx="${x}" cy="${y}" r="${(4 + 7.5 * Math.sin((Math.PI * (i + 0.6)) / 14.6) ** 0.8 + random() * 2.6).toFixed(1)}"/>`,
    )
    .join('')
  const spray = points(
    '414,176,4.5 424,202,3.4 406,148,3.6 436,180,2.6 384,124,3.4 412,226,3.6 430,228,2.4 398,116,2.4 350,100,2.8',
  )
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
    .join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    '<circle cx="368" cy="300" r="58" fill="#f3a987"/>' +
    `<path d="${ridge(points('0,350 120,320 260,372 400,340 512,372'), 512, 512)}" fill="#8cc3c2"/>` +
    '<path d="M0 512V330C60 300 96 240 140 190S246 108 318 118C372 126 404 166 398 216 386 186 352 174 322 186 284 202 274 250 296 292 318 332 372 356 512 352V512Z" fill="url(#crest)"/>' +
    '<g fill="none" stroke="#d9f0ea" stroke-linecap="round"><path d="M30 352C92 318 124 254 166 210S254 142 316 148" stroke-width="5" opacity=".75"/><path d="M60 384C124 346 148 282 186 240S256 186 300 184" stroke-width="4.5" opacity=".55"/><path d="M104 408C160 372 178 316 206 280S246 236 270 228" stroke-width="4" opacity=".42"/><path d="M160 424C200 396 214 352 232 322S254 286 268 278" stroke-width="3.5" opacity=".3"/></g>' +
    `<g fill="#fdf8ee">${foam}${spray}</g>` +
    `<path d="${ridge(points('0,420 110,396 240,440 380,404 512,430'), 512, 512)}" fill="url(#mid)"/>` +
    `<path d="${ridge(points('0,470 130,474 260,446 390,476 512,460'), 512, 512)}" fill="url(#deep)"/>`
  return picture(SIZE, defs, body)
}

const STONES = [
  { y: 366, rx: 122, ry: 45, tilt: -2, tone: ['#8f8296', '#544a68'], x: 256 },
  { y: 287, rx: 90, ry: 37, tilt: 3, tone: ['#b9a3a5', '#7a6579'], x: 262 },
  { y: 222, rx: 66, ry: 30, tilt: -4, tone: ['#8b83a6', '#554d78'], x: 250 },
  { y: 168, rx: 44, ry: 25, tilt: 4, tone: ['#dcc3b2', '#a98a8c'], x: 259 },
  { y: 126, rx: 25, ry: 18, tilt: -6, tone: ['#9f93ad', '#665a82'], x: 254 },
]

export function stones() {
  const defs =
    linear('bg', ['#f7ecdf', '#ecd9c4', '#d9bfa6']) +
    radial('light', ['#fffaf2 .95', '#fffaf2 0'], [0.4, 0.3, 0.55]) +
    STONES.map(({ tone }, i) =>
      radial(
        `s${i}`,
        [tone[0], tone[0], tone[1]].map((c, k) => `${c} 1 ${[0, 0.3, 1][k]}`),
        [0.38, 0.22, 0.85],
      ),
    ).join('') +
    blur('soft', 8)
  const rakes = [0, 1, 2, 3, 4]
    .map(
      (i) =>
        `<ellipse cx="256" cy="404" rx="${166 + i * 46}" ry="${34 + i * 20}" fill="none" stroke="#b3937a" stroke-opacity="${0.5 - i * 0.07}" stroke-width="3.4"/>`,
    )
    .join('')
  const pile = STONES.map(({ x, y, rx, ry, tilt }, i) => {
    const d = path`M${-rx} 4C${-rx} ${-ry * 0.9} ${-rx * 0.55} ${-ry} 0 ${-ry}S${rx} ${-ry * 0.8} ${rx} 2 ${rx * 0.5} ${ry} 0 ${ry} ${-rx} ${ry * 0.9} ${-rx} 4Z`
    const under =
      i === 0
        ? ''
        : `<ellipse cx="${x}" cy="${y + ry + 1}" rx="${rx * 0.72}" ry="7" fill="#2d2440" opacity=".5" filter="url(#soft)"/>`
    return `${under}<path transform="translate(${x} ${y}) rotate(${tilt})" d="${d}" fill="url(#s${i})"/>`
  }).join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#light)') +
    rakes +
    '<ellipse cx="272" cy="412" rx="136" ry="18" fill="#6a4c4c" opacity=".5" filter="url(#soft)"/>' +
    pile
  return picture(SIZE, defs, body)
}

/** One rib of the shell: a wedge from the hinge with a rounded end. */
function rib(index, count) {
  const [x, y] = [256, 396]
  const spread = 118
  const angleAt = (i) => ((-spread / 2 + (spread * i) / count) * Math.PI) / 180
  const reach = (a) => 262 - 30 * Math.abs(a) ** 1.6
  const at = (a, r) => [x + Math.sin(a) * r, y - Math.cos(a) * r]
  const [a, b] = [angleAt(index), angleAt(index + 1)]
  const middle = (a + b) / 2
  const [p, q, top] = [at(a, reach(a)), at(b, reach(b)), at(middle, reach(middle) + 30)]
  return path`M${x} ${y}L${p[0]} ${p[1]}Q${top[0]} ${top[1]} ${q[0]} ${q[1]}Z`
}

export function shell() {
  const count = 9
  const arcs = [0.42, 0.6, 0.76, 0.9]
  const defs =
    linear('bg', ['#5d3f6b', '#8a5577', '#c0787c'], [0, 0, 1, 1]) +
    radial('light', ['#f3b7a0 .6', '#f3b7a0 0'], [0.5, 0.45, 0.5]) +
    '<radialGradient id="rib" gradientUnits="userSpaceOnUse" cx="256" cy="396" r="286"><stop offset="0" stop-color="#d98e86"/><stop offset=".45" stop-color="#f3c1a9"/><stop offset=".75" stop-color="#fbe0cb"/><stop offset="1" stop-color="#fff6e8"/></radialGradient>' +
    blur('soft', 12)
  const shape = Array.from({ length: count }, (_, i) => rib(i, count))
  const bands = arcs
    .map(
      (r) =>
        `<path d="${path`M${256 - Math.sin(1.03) * 262 * r} ${396 - Math.cos(1.03) * 250 * r}A${262 * r} ${262 * r} 0 0 1 ${256 + Math.sin(1.03) * 262 * r} ${396 - Math.cos(1.03) * 250 * r}`}"/>`,
    )
    .join('')
  const body =
    ground(SIZE, 'url(#bg)') +
    ground(SIZE, 'url(#light)') +
    `<g transform="translate(8 16)" fill="#3a2148" opacity=".5" filter="url(#soft)"><path d="${shape.join('')}"/></g>` +
    '<path d="M204 386C196 408 206 424 222 426H290C306 424 316 408 308 386L256 366Z" fill="#e8ab9b"/>' +
    `<path d="${shape.join('')}" fill="url(#rib)"/>` +
    `<g fill="none" stroke="#d0807c" stroke-width="5" opacity=".28">${bands}</g>` +
    `<path d="${shape.join('')}" fill="none" stroke="#c9776f" stroke-opacity=".75" stroke-width="3.6" stroke-linejoin="round"/>` +
    '<path d="M222 426H290" stroke="#c9776f" stroke-width="3" opacity=".6"/><circle cx="256" cy="392" r="13" fill="#f7d2bd"/>'
  return picture(SIZE, defs, body)
}
