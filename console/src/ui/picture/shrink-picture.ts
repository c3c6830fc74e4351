/**
 * Reduces a photo of a phone until it can be sent: to a largest side in pixels, as JPEG. Rejects a picture that the browser cannot decode.
 */
export async function shrinkPicture(source: Blob, maxSide: number): Promise<Blob> {
  const bitmap = await createImageBitmap(source)
  const share = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('The browser has no 2d canvas')
  drawing.fillStyle = 'white'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The canvas gave no picture')) : resolve(blob)),
      'image/jpeg',
      0.85,
    )
  })
}
