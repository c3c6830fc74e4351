/** The PNG of a canvas. */
export const pngOf = (picture: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no picture')) : resolve(blob)),
      'image/png',
    )
  })

/** A canvas of this size in CSS pixels at twice the density, on the paper of the theme. */
export function paperCanvas(
  width: number,
  height: number,
  paper: string,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('The browser gave no canvas')
  drawing.scale(2, 2)
  drawing.fillStyle = paper
  drawing.fillRect(0, 0, width, height)
  return [canvas, drawing]
}
