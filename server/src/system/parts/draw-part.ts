import { box, drawWebp, ellipse, line, turned } from '../../file/drawing/shapes.ts'

/** Pictures of the demo's spare parts, drawn from a few shapes. */

const side = 512
const rubber = '#3b4146'
const steel = '#b9c1c7'
const darkSteel = '#8b949b'
const white = '#fbfbf9'
const ground = box([0, 0, side, side], 0, '#f1f2f0')

/** A seal as a frame: its size shows which door it is for. */
const gasket = (width: number, height: number) => {
  const [x, y] = [(side - width) / 2, (side - height) / 2]
  return (
    box([x, y, width, height], 26, 'none', `stroke="${rubber}" stroke-width="20"`) +
    box([x, y, width, height], 26, 'none', 'stroke="#6b747b" stroke-width="4"')
  )
}

const wire = (d: string) => line(d, 'none', 'stroke="#4b545c" stroke-width="9" stroke-linecap="round"')

const drawings = {
  'BX-DG-061': gasket(330, 230),
  'BX-DG-101': gasket(270, 380),
  'BX-CP-230':
    wire('M150 380 q-70 -120 40 -170') +
    turned(-38, 256, 256, box([150, 240, 90, 34], 12, rubber) + box([240, 250, 190, 14], 7, steel)) +
    wire('M150 380 q60 60 150 20'),
  'BX-LH-025':
    ellipse([256, 250, 120, 120], steel) +
    ellipse([256, 250, 92, 92], '#fdf3d6') +
    ellipse([256, 250, 44, 44], '#f2cf73') +
    ellipse([256, 250, 120, 120], 'none', `stroke="${rubber}" stroke-width="12"`) +
    box([236, 366, 40, 60], 6, darkSteel),
  'BX-WF-100':
    box([186, 150, 140, 270], 34, '#dfe8ee') +
    box([186, 220, 140, 96], 0, '#7fb2c8') +
    box([206, 110, 100, 50], 12, rubber) +
    box([236, 84, 40, 34], 8, darkSteel),
  'BX-CT-050':
    box([140, 190, 232, 220], 26, white) +
    box([140, 262, 232, 90], 0, '#6fae92') +
    box([128, 150, 256, 56], 18, '#4f8f73') +
    [0, 1, 2].map((at) => ellipse([150 + at * 66, 440, 28, 12], '#dfe5e8')).join(''),
  'RC-DG-700': gasket(210, 400),
  'RC-SH-021':
    line('M110 300 L200 190 H430 L360 300 Z', 'none', `stroke="${darkSteel}" stroke-width="10"`) +
    [0, 1, 2, 3, 4, 5]
      .map((at) => line(`M${150 + at * 42} 300 L${232 + at * 38} 190`, 'none', `stroke="${steel}" stroke-width="6"`))
      .join('') +
    box([110, 300, 20, 60], 4, darkSteel) +
    box([344, 300, 20, 60], 4, darkSteel),
  'RC-FN-150':
    box([126, 126, 260, 260], 26, '#4b545c') +
    ellipse([256, 256, 112, 112], '#e3e7e9') +
    [0, 72, 144, 216, 288].map((turn) => turned(turn, 256, 256, ellipse([256, 200, 28, 54], darkSteel))).join('') +
    ellipse([256, 256, 26, 26], rubber) +
    wire('M386 360 q50 20 40 90'),
  'RC-DR-150': [190, 290]
    .map(
      (y) =>
        box([90, y, 332, 34], 6, steel) +
        box([150, y + 8, 240, 18], 4, darkSteel) +
        ellipse([110, y + 17, 7, 7], rubber),
    )
    .join(''),
  'BR-CL-500':
    box([190, 210, 132, 220], 30, '#dfe8ee') +
    box([190, 276, 132, 100], 0, '#8fb6a6') +
    box([230, 160, 52, 56], 10, white) +
    line('M214 120 H300 V160 H250 L206 150 Z', '#5f8fd0') +
    line('M250 160 q-20 30 -34 40', 'none', 'stroke="#5f8fd0" stroke-width="10" stroke-linecap="round"'),
} as const

/** Undefined: it is not a part of the demo. */
export const drawPart = (number: string): Promise<Buffer> | undefined => {
  const inside = new Map<string, string>(Object.entries(drawings)).get(number)
  return inside === undefined ? undefined : drawWebp({ width: side, height: side }, ground + inside)
}
