/** The drawing on the sign-in page shows a kitchen line at night with the readings of its displays. It is not data. */
export type DrawnOven = { x: number; y: number; display: string; isHot: boolean; trays: readonly boolean[] }

const full = true
const bare = false

/** Four ovens in two stacks; each has five trays, top to bottom, with or without bread. */
export const ovens: readonly DrawnOven[] = [
  { x: 0, y: 0, display: '182 °C', isHot: true, trays: [full, full, full, bare, full] },
  { x: 0, y: -204, display: 'OFF', isHot: false, trays: [bare, bare, bare, bare, bare] },
  { x: 192, y: 0, display: 'READY', isHot: false, trays: [bare, bare, bare, bare, bare] },
  { x: 192, y: -204, display: '98 °C', isHot: true, trays: [full, bare, full, full, full] },
]

export const cabinets: readonly { x: number; display: string }[] = [
  { x: 0, display: '3.4 °C' },
  { x: 140, display: '−18.2 °C' },
]

/** Heights of the rack's shelves; those with a tray on them. */
export const shelves: readonly { y: number; hasTray: boolean }[] = [
  { y: 502, hasTray: true },
  { y: 527, hasTray: true },
  { y: 552, hasTray: false },
  { y: 577, hasTray: true },
  { y: 602, hasTray: true },
  { y: 627, hasTray: false },
  { y: 652, hasTray: true },
  { y: 677, hasTray: true },
  { y: 702, hasTray: false },
]

/** Left edges of the hood's filters. */
export const filters: readonly number[] = [140, 194, 248, 302, 356, 410, 464, 518]

/** Wall tiles: eight courses, every other one set off by half. */
export const tiles: string = Array.from({ length: 8 }, (_, course) => {
  const y = 248 + course * 62
  const first = course % 2 === 0 ? -200 : -138
  const joints =
    course === 7
      ? ''
      : Array.from({ length: 12 - (course % 2) }, (__, index) => `M${first + index * 124} ${y}v62`).join('')
  return `M-200 ${y}H1200${joints}`
}).join('')

/** Loaves on one tray, by the height of the tray. */
export const bread = (y: number): string => [135, 160, 185, 210].map((x) => `M${x} ${y - 1}c1.5-10 17-10 19 0`).join('')
