/** A point in the box of a glyph: x and y from 0 to 1, y downwards. */
export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** Part of an ellipse as points; angles in degrees, clockwise from three o'clock. */
function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Stroke {
  const steps = 16
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
  })
}

/**
 * Letters and digits as strokes of our own: a bare machine has no fonts. None is here that people take for another, upper
 * or lower case: no 0 O D Q G, 1 I L, 2 Z, 5 S, 8 B, 6, V U, F (E), N (H, M), 4 (a leaning A).
 */
export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  A: [
    [
      [0, 1],
      [0.5, 0],
      [1, 1],
    ],
    [
      [0.2, 0.64],
      [0.8, 0.64],
    ],
  ],
  C: [arc(0.55, 0.5, 0.52, 0.5, -48, -312)],
  E: [
    [
      [1, 0],
      [0.1, 0],
      [0.1, 1],
      [1, 1],
    ],
    [
      [0.1, 0.48],
      [0.8, 0.48],
    ],
  ],
  H: [
    [
      [0.05, 0],
      [0.05, 1],
    ],
    [
      [0.95, 0],
      [0.95, 1],
    ],
    [
      [0.05, 0.5],
      [0.95, 0.5],
    ],
  ],
  J: [
    [
      [0.35, 0],
      [0.95, 0],
    ],
    [
      [0.7, 0],
      [0.7, 0.74],
    ],
    arc(0.37, 0.74, 0.33, 0.26, 0, 160),
  ],
  K: [
    [
      [0.08, 0],
      [0.08, 1],
    ],
    [
      [0.95, 0],
      [0.08, 0.6],
    ],
    [
      [0.36, 0.4],
      [1, 1],
    ],
  ],
  M: [
    [
      [0, 1],
      [0.08, 0],
      [0.5, 0.72],
      [0.92, 0],
      [1, 1],
    ],
  ],
  P: [
    [
      [0.1, 1],
      [0.1, 0],
      [0.5, 0],
    ],
    arc(0.5, 0.28, 0.46, 0.28, -90, 90),
    [
      [0.5, 0.56],
      [0.1, 0.56],
    ],
  ],
  R: [
    [
      [0.1, 1],
      [0.1, 0],
      [0.5, 0],
    ],
    arc(0.5, 0.26, 0.44, 0.26, -90, 90),
    [
      [0.5, 0.52],
      [0.1, 0.52],
    ],
    [
      [0.46, 0.52],
      [1, 1],
    ],
  ],
  T: [
    [
      [0, 0],
      [1, 0],
    ],
    [
      [0.5, 0],
      [0.5, 1],
    ],
  ],
  W: [
    [
      [0, 0],
      [0.22, 1],
      [0.5, 0.26],
      [0.78, 1],
      [1, 0],
    ],
  ],
  X: [
    [
      [0.02, 0],
      [0.98, 1],
    ],
    [
      [0.98, 0],
      [0.02, 1],
    ],
  ],
  Y: [
    [
      [0, 0],
      [0.5, 0.5],
      [1, 0],
    ],
    [
      [0.5, 0.5],
      [0.5, 1],
    ],
  ],
  3: [arc(0.45, 0.26, 0.42, 0.26, -150, 90), arc(0.45, 0.74, 0.5, 0.26, -90, 150)],
  7: [
    [
      [0, 0],
      [1, 0],
      [0.36, 1],
    ],
    [
      [0.28, 0.5],
      [0.86, 0.5],
    ],
  ],
  9: [
    arc(0.5, 0.3, 0.44, 0.3, 0, 360),
    [
      [0.94, 0.3],
      [0.9, 0.66],
      [0.62, 1],
    ],
  ],
}
