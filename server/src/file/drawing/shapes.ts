import sharp from 'sharp'

/** Shapes of which the demo's pictures are drawn, as parts of an SVG. */

/** Middle and radii of an ellipse; corner, width and height of a box. */
type Four = readonly [number, number, number, number]
export const ellipse = ([x, y, rx, ry]: Four, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`
export const box = ([x, y, width, height]: Four, radius: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`
export const line = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
export const turned = (degrees: number, x: number, y: number, inner: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`

/** Draws the content of an SVG. */
export function drawWebp(
  { width, height }: Readonly<{ width: number; height: number }>,
  inside: string,
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer()
}
