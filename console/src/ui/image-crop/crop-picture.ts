/** The frame is measured in pixels of the rotated picture. */
export type Frame = { x: number; y: number; width: number; height: number }

/** Edge of the square that is sent: sharp at twice the largest size at which an avatar is shown. */
const edgePx = 512

/**
 * The framed square of a picture turned by quarters, as JPEG. The canvas is opaque white first: a transparent PNG or GIF
 * would else turn black. Refuses (rejects) a picture the browser cannot decode.
 */
export async function cropPicture(source: Blob, frame: Frame, quarterTurns: number): Promise<Blob> {
  const bitmap = await createImageBitmap(source)
  const isSideways = quarterTurns % 2 !== 0
  const turned = document.createElement('canvas')
  turned.width = isSideways ? bitmap.height : bitmap.width
  turned.height = isSideways ? bitmap.width : bitmap.height
  const turning = context(turned)
  turning.translate(turned.width / 2, turned.height / 2)
  turning.rotate((quarterTurns * Math.PI) / 2)
  turning.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2)
  bitmap.close()

  const result = document.createElement('canvas')
  const edge = Math.min(edgePx, Math.max(64, Math.round(frame.width)))
  result.width = edge
  result.height = edge
  const drawing = context(result)
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, edge, edge)
  drawing.drawImage(turned, frame.x, frame.y, frame.width, frame.height, 0, 0, edge, edge)
  return new Promise((resolve, reject) => {
    result.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no picture')) : resolve(blob)),
      'image/jpeg',
      0.9,
    )
  })
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d')
  if (found === null) throw new Error('The browser has no 2d canvas')
  return found
}
