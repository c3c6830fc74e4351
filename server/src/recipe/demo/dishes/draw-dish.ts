import { box, drawWebp, ellipse, line, turned } from '../../../file/drawing/shapes.ts'

/** Pictures of the demo's dishes, drawn from a few shapes: the food, its vessel and its colours. */

export type Shape =
  | 'bird'
  | 'buns'
  | 'crescents'
  | 'cubes'
  | 'custard'
  | 'fish'
  | 'heap'
  | 'leaves'
  | 'leg'
  | 'loaves'
  | 'parcels'
  | 'pieces'
  | 'rounds'
  | 'slab'
  | 'sticks'
export type Drawing = Readonly<{
  shape: Shape
  vessel: 'basket' | 'bowl' | 'plate' | 'tray'
  food: string
  garnish: string
}>

const size = { width: 960, height: 720 } as const

const shade = 'fill-opacity="0.22"'

const vessels: Readonly<Record<Drawing['vessel'], string>> = {
  plate:
    ellipse([480, 420, 400, 250], '#00000018') +
    ellipse([480, 400, 390, 240], '#fbfbf8') +
    ellipse([480, 398, 310, 182], '#eeeeea'),
  bowl:
    ellipse([480, 440, 370, 250], '#00000018') +
    ellipse([480, 410, 360, 240], '#3f5a73') +
    ellipse([480, 396, 330, 206], '#e9ecee'),
  tray:
    box([90, 190, 780, 440], 36, '#00000018') +
    box([90, 170, 780, 440], 36, '#aeb4b9') +
    box([120, 200, 720, 380], 24, '#8b9298'),
  basket:
    ellipse([480, 430, 390, 260], '#00000018') +
    ellipse([480, 405, 380, 250], '#b98b4b') +
    ellipse([480, 395, 340, 214], '#e4c58d') +
    ellipse([480, 395, 340, 214], 'none', 'stroke="#9a6f35" stroke-width="6" stroke-dasharray="18 10"'),
}

/** Places of several pieces, in rows. */
const places = [
  [330, 320],
  [480, 300],
  [630, 320],
  [300, 420],
  [430, 410],
  [560, 415],
  [680, 425],
  [370, 500],
  [510, 510],
  [620, 500],
] as const
const each = (draw: (x: number, y: number, index: number) => string) =>
  places.map(([x, y], index) => draw(x, y, index)).join('')

const shapes: Readonly<Record<Shape, (food: string, garnish: string) => string>> = {
  bird: (food) =>
    ellipse([480, 400, 210, 135], food) +
    ellipse([480, 365, 120, 60], '#ffffff', shade) +
    turned(-35, 310, 450, box([230, 430, 170, 48], 24, food)) +
    turned(35, 650, 450, box([560, 430, 170, 48], 24, food)) +
    ellipse([235, 492, 22, 18], '#f4ead2') +
    ellipse([725, 492, 22, 18], '#f4ead2'),
  slab: (food) =>
    [0, 1, 2, 3, 4].map((n) => turned(-12, 300 + n * 90, 400, box([250 + n * 90, 310, 74, 190], 20, food))).join('') +
    [0, 1, 2, 3, 4]
      .map((n) => turned(-12, 300 + n * 90, 400, box([258 + n * 90, 318, 20, 170], 10, '#ffffff', shade)))
      .join(''),
  cubes: (food) =>
    each((x, y, n) =>
      turned(
        n * 17,
        x,
        y,
        box([x - 52, y - 42, 104, 84], 16, food) + box([x - 44, y - 36, 60, 20], 10, '#ffffff', shade),
      ),
    ),
  pieces: (food) =>
    each((x, y, n) =>
      turned(
        n * 41,
        x,
        y,
        line(`M${x - 70} ${y} q70 -80 140 0 q-70 50 -140 0z`, food) + ellipse([x, y - 14, 34, 10], '#ffffff', shade),
      ),
    ),
  fish: (food) =>
    line('M210 400 q200 -150 450 0 q-250 150 -450 0z', food) +
    line('M640 400 l130 -80 q-30 80 0 160z', food) +
    ellipse([290, 385, 12, 12], '#20262a') +
    line('M330 340 q30 60 0 120', 'none', 'stroke="#20262a" stroke-opacity="0.3" stroke-width="6"') +
    [0, 1, 2]
      .map((n) =>
        line(`M${410 + n * 70} 350 q20 50 0 100`, 'none', 'stroke="#20262a" stroke-opacity="0.25" stroke-width="8"'),
      )
      .join(''),
  leg: (food) =>
    line('M230 420 q40 -150 230 -130 q150 20 180 110 q-10 110 -190 120 q-180 10 -220 -100z', food) +
    ellipse([420, 360, 110, 40], '#ffffff', shade) +
    box([620, 380, 150, 36], 18, '#f2e6cf') +
    ellipse([770, 388, 26, 22], '#f2e6cf') +
    ellipse([770, 414, 26, 22], '#f2e6cf'),
  leaves: (food, garnish) =>
    each((x, y, n) =>
      n % 3 === 2
        ? turned(n * 30, x, y, box([x - 60, y - 16, 120, 32], 16, garnish))
        : ellipse([x, y, 62, 52], food) + ellipse([x - 20, y - 20, 24, 20], '#ffffff', shade),
    ),
  rounds: (food, garnish) =>
    each(
      (x, y, n) =>
        ellipse([x, y, 66, 50], n % 2 === 0 ? food : garnish) + ellipse([x, y - 6, 46, 32], '#ffffff', shade),
    ),
  sticks: (food) =>
    [0, 1, 2, 3, 4, 5]
      .map((n) =>
        turned(
          -20,
          480,
          400,
          box([260, 270 + n * 46, 440, 34], 17, food) + box([280, 275 + n * 46, 380, 9], 5, '#ffffff', shade),
        ),
      )
      .join(''),
  heap: (food, garnish) =>
    line('M190 430 q120 -220 290 -220 q170 0 290 220 q-290 130 -580 0z', food) +
    each((x, y, n) => turned(n * 37, x, y, ellipse([x, y - 20, 20, 8], garnish))),
  buns: (food, garnish) =>
    places
      .slice(0, 7)
      .map(
        ([x, y]) =>
          ellipse([x, y, 78, 66], food) +
          ellipse([x, y - 22, 16, 12], garnish) +
          line(
            `M${x} ${y - 24} q40 10 56 50 M${x} ${y - 24} q-40 10 -56 50`,
            'none',
            `stroke="${garnish}" stroke-width="5"`,
          ),
      )
      .join(''),
  parcels: (food, garnish) =>
    places
      .slice(0, 7)
      .map(
        ([x, y]) =>
          box([x - 70, y - 50, 140, 100], 22, food) +
          line(`M${x - 70} ${y} h140 M${x} ${y - 50} v100`, 'none', `stroke="${garnish}" stroke-width="8"`),
      )
      .join(''),
  crescents: (food, garnish) =>
    places
      .slice(0, 7)
      .map(([x, y], n) =>
        turned(
          n * 9 - 25,
          x,
          y,
          line(`M${x - 90} ${y + 30} q90 -130 180 0 q-90 -40 -180 0z`, food) +
            line(
              `M${x - 30} ${y - 24} l10 34 M${x + 30} ${y - 24} l-10 34`,
              'none',
              `stroke="${garnish}" stroke-width="7"`,
            ),
        ),
      )
      .join(''),
  loaves: (food, garnish) =>
    [0, 1, 2]
      .map((n) =>
        turned(
          -18,
          480,
          400,
          box([210, 290 + n * 84, 540, 66], 33, food) +
            [0, 1, 2, 3]
              .map((cut) =>
                line(`M${290 + cut * 110} ${300 + n * 84} l50 44`, 'none', `stroke="${garnish}" stroke-width="10"`),
              )
              .join(''),
        ),
      )
      .join(''),
  custard: (food, garnish) =>
    ellipse([480, 396, 290, 176], food) +
    ellipse([420, 350, 150, 60], '#ffffff', shade) +
    [0, 1, 2, 3, 4, 5]
      .map((n) => ellipse([340 + n * 58, 380 + (n % 3) * 40, 22, 14], garnish, 'fill-opacity="0.65"'))
      .join(''),
}

const sprinkled = (garnish: string) =>
  [0, 1, 2, 3, 4, 5, 6, 7]
    .map((n) =>
      turned(
        n * 53,
        300 + n * 52,
        340 + ((n * 71) % 150),
        box([300 + n * 52, 340 + ((n * 71) % 150), 26, 9], 4, garnish),
      ),
    )
    .join('')

function insideOf({ shape, vessel, food, garnish }: Drawing): string {
  const { width, height } = size
  return `${box([0, 0, width, height], 0, '#d9d3c6')}${box([0, 600, width, 120], 0, '#cbc3b2')}${vessels[vessel]}${shapes[shape](food, garnish)}${sprinkled(garnish)}`
}

export const drawDish = (drawing: Drawing): Promise<Buffer> => drawWebp(size, insideOf(drawing))
