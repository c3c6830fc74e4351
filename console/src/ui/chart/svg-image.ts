import { token } from '../../theme.ts'
import { paperCanvas, pngOf } from './canvas-image.ts'

/** A drawing gets these properties from style sheets, which an exported image does not have. */
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'vector-effect',
] as const

/** The PNG of an SVG on the page, in the present colours. */
export async function pngOfSvg(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('The drawing could not be copied')
  const [shown, copied] = [drawing.querySelectorAll('*'), copy.querySelectorAll('*')]
  for (const [index, element] of copied.entries()) {
    const original = shown[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const look of looks) element.setAttribute(look, style.getPropertyValue(look))
    element.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width * 2))
  copy.setAttribute('height', String(height * 2))
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const [canvas, paper] = paperCanvas(width, height, token('--paper'))
    paper.drawImage(picture, 0, 0, width, height)
    return await pngOf(canvas)
  } finally {
    URL.revokeObjectURL(address)
  }
}
