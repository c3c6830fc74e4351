import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { captchaPicture } from './captcha-picture.ts'
import { captchaLetters } from './letter-outlines.ts'

const someLetters = () => Array.from({ length: 4 }, () => captchaLetters[randomInt(0, captchaLetters.length)]).join('')

/** The number of pieces found by a program that removes thin lines and specks and cuts at empty columns. */
async function piecesOf(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 255) < 160
  // A place without a full square of this size is thin.
  const size = 4
  const isThick = (x: number, y: number) => {
    for (let dy = 0; dy < size; dy += 1) for (let dx = 0; dx < size; dx += 1) if (!isDark(x + dx, y + dy)) return false
    return true
  }
  let pieces = 0
  let wasInked = false
  for (let x = 0; x < info.width - size; x += 1) {
    let isInked = false
    for (let y = 0; y < info.height - size; y += 1) isInked ||= isThick(x, y)
    if (isInked && !wasInked) pieces += 1
    wasInked = isInked
  }
  return pieces
}

test('a program that removes thin lines and cuts at empty columns finds the four letters in few captchas', async () => {
  const pieces = await Promise.all(Array.from({ length: 40 }, () => piecesOf(captchaPicture(someLetters()))))
  assert.ok(pieces.every((count) => count > 0))
  const found = pieces.filter((count) => count === 4).length
  assert.ok(found <= 16, `${found} of 40`)
})

test('no two captchas of the same letters are the same picture, and each is a few kilobytes', () => {
  const pictures = Array.from({ length: 10 }, () => captchaPicture('HKMR').toString('base64'))
  assert.equal(new Set(pictures).size, 10)
  for (const picture of pictures) assert.ok(picture.length < 8000, `${picture.length}`)
})
