import { box, drawWebp, ellipse, line } from '../file/drawing/shapes.ts'

/** Pictures of the demo's models: each seen from the front, drawn from a few shapes. */

const side = 512
const steel = '#c6ccd1'
const darkSteel = '#9aa3aa'
const glass = '#2c3238'
const ink = '#4b545c'
const ground = box([0, 0, side, side], 0, '#f1f2f0') + box([0, 446, side, 66], 0, '#e3e5e2')
const shadow = (x: number, width: number) => ellipse([x + width / 2, 452, width / 2 + 14, 12], '#00000018')

/** Rails of the trays behind a door. */
const rails = (x: number, y: number, width: number, height: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    box([x + 12, y + 14 + (index * (height - 28)) / count, width - 24, 4], 2, '#8b949b', 'fill-opacity="0.55"'),
  ).join('')

type Oven = Readonly<{ trays: number; body: number; width: number; stand: 'legs' | 'table' | 'trolley'; glow: string }>

function oven({ trays, body, width, stand, glow }: Oven): string {
  const x = (side - width) / 2
  const bottom = stand === 'table' ? 330 : stand === 'trolley' ? 436 : 424
  const top = bottom - body
  const door = { x: x + 18, y: top + 62, width: width - 92, height: body - 82 }
  const under = {
    legs: box([x + 16, bottom, 16, 26], 3, ink) + box([x + width - 32, bottom, 16, 26], 3, ink),
    table:
      box([x - 6, bottom, width + 12, 14], 3, darkSteel) +
      box([x + 6, bottom + 14, 14, 106], 2, darkSteel) +
      box([x + width - 20, bottom + 14, 14, 106], 2, darkSteel) +
      box([x + 6, bottom + 76, width - 12, 8], 2, darkSteel),
    trolley: ellipse([x + 40, bottom + 8, 12, 12], ink) + ellipse([x + width - 40, bottom + 8, 12, 12], ink),
  }[stand]
  return (
    shadow(x, width) +
    under +
    box([x, top, width, body], 12, steel) +
    box([x + 14, top + 14, width - 28, 34], 6, '#3a4249') +
    box([x + 26, top + 21, 66, 20], 3, '#7fb2c8') +
    ellipse([x + width - 44, top + 31, 10, 10], darkSteel) +
    box([door.x, door.y, door.width, door.height], 8, glass) +
    box([door.x + 8, door.y + 8, door.width - 16, door.height - 16], 5, glow, 'fill-opacity="0.5"') +
    rails(door.x, door.y, door.width, door.height, trays) +
    box([x + width - 62, door.y + 10, 14, door.height - 20], 7, darkSteel) +
    box([x + width - 38, door.y + 6, 22, door.height - 12], 4, '#b4bcc2')
  )
}

type Upright = Readonly<{ width: number; doors: number; tint: string; sign: string }>

function upright({ width, doors, tint, sign }: Upright): string {
  const x = (side - width) / 2
  const each = (width - 12) / doors
  const door = (index: number) => {
    const at = x + 6 + index * each
    const handle = index === 0 && doors > 1 ? at + each - 22 : at + (doors > 1 ? 12 : each - 24)
    return box([at, 116, each - 4, 308], 6, tint) + box([handle, 206, 10, 116], 5, darkSteel)
  }
  return (
    shadow(x, width) +
    box([x + 14, 428, 16, 20], 3, ink) +
    box([x + width - 30, 428, 16, 20], 3, ink) +
    box([x, 60, width, 370], 10, steel) +
    box([x + 12, 74, width - 24, 30], 5, '#3a4249') +
    box([x + width / 2 - 28, 80, 56, 18], 3, sign) +
    Array.from({ length: doors }, (_, index) => door(index)).join('')
  )
}

const undercounter =
  shadow(86, 340) +
  box([100, 430, 16, 18], 3, ink) +
  box([396, 430, 16, 18], 3, ink) +
  box([78, 250, 356, 16], 4, darkSteel) +
  box([86, 266, 340, 166], 8, steel) +
  box([98, 282, 150, 136], 6, '#dfe5e8') +
  box([228, 318, 10, 64], 5, darkSteel) +
  [282, 352].map((y) => box([258, y, 154, 66], 6, '#dfe5e8') + box([300, y + 14, 70, 9], 4, darkSteel)).join('') +
  box([98, 271, 44, 8], 2, '#7fb2c8')

const lamps = (x: number, y: number, colours: readonly string[]) =>
  colours.map((colour, index) => ellipse([x + index * 26, y, 7, 7], colour)).join('')

/** A modem for the rail of a cabinet, with the terminals of its line. */
const modem =
  ellipse([256, 424, 150, 12], '#00000018') +
  box([330, 96, 12, 150], 6, ink) +
  box([136, 214, 240, 200], 14, '#5b6670') +
  box([152, 230, 208, 92], 8, '#e8ebec') +
  box([168, 246, 92, 14], 3, '#9aa3aa') +
  box([168, 270, 64, 10], 3, '#c3c9cd') +
  lamps(288, 294, ['#4f9d69', '#d39b3a', '#8b949b']) +
  [0, 1, 2, 3, 4]
    .map((at) => box([158 + at * 42, 346, 30, 44], 4, '#3f8f6f') + ellipse([173 + at * 42, 362, 7, 7], '#dfe5e8'))
    .join('')

/** A gateway with two antennas, for the wall of a kitchen. */
const gateway =
  ellipse([256, 424, 170, 12], '#00000018') +
  line('M150 256 L126 92', 'none', `stroke="${ink}" stroke-width="12" stroke-linecap="round"`) +
  line('M362 256 L386 92', 'none', `stroke="${ink}" stroke-width="12" stroke-linecap="round"`) +
  box([96, 246, 320, 150], 22, '#e8ebec') +
  box([96, 346, 320, 50], 22, '#cfd5d9') +
  lamps(136, 300, ['#4f9d69', '#4f9d69', '#d39b3a', '#8b949b']) +
  [0, 1].map((at) => box([300 + at * 48, 358, 36, 24], 3, ink)).join('')

const drawings = {
  a1BX06Pro: oven({ trays: 6, body: 210, width: 330, stand: 'table', glow: '#e2a04a' }),
  a1BX06S: oven({ trays: 6, body: 190, width: 290, stand: 'table', glow: '#c98b57' }),
  a1BX10Pro: oven({ trays: 10, body: 318, width: 330, stand: 'legs', glow: '#e2a04a' }),
  a1BX20T: oven({ trays: 18, body: 392, width: 320, stand: 'trolley', glow: '#e2a04a' }),
  a1RC700: upright({ width: 210, doors: 1, tint: '#dfe5e8', sign: '#7fb2c8' }),
  a1RC700F: upright({ width: 210, doors: 1, tint: '#cfdfec', sign: '#5f8fd0' }),
  a1RC150U: undercounter,
  a1RC900M: upright({ width: 330, doors: 2, tint: '#dfe5e8', sign: '#7fb2c8' }),
  a1RC900S: upright({ width: 330, doors: 2, tint: '#e6e3da', sign: '#6fae92' }),
  a1DTU4G: modem,
  a1BXLink: gateway,
} as const

export const drawnProducts = Object.keys(drawings)

/** Undefined: it is not a model of the demo. */
export const drawProduct = (productKey: string): Promise<Buffer> | undefined => {
  const inside = new Map<string, string>(Object.entries(drawings)).get(productKey)
  return inside === undefined ? undefined : drawWebp({ width: side, height: side }, ground + inside)
}
