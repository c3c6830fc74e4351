import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import type { Ctx, Upload } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { insertFile } from './file.store.ts'

const sidePx = 256
// A picture of 1 MB may unfold to gigabytes; a photograph has less than this.
const limitInputPixels = 50_000_000

const signatures = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), // png
  Buffer.from([0xff, 0xd8, 0xff]), // jpeg
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
]

/** By its first bytes: what a name or a header says is nobody's word but the sender's. */
const isPicture = (bytes: Buffer) =>
  signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature))

/** Decodes and encodes anew, upright and square: places and cameras, a second frame or a hidden payload do not come along. */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient()
  const { autoOrient } = await picture.metadata()
  const side = Math.min(sidePx, autoOrient.width, autoOrient.height)
  return picture.resize(side, side, { fit: 'cover' }).webp({ quality: 86 }).toBuffer()
}

/** An avatar of the caller's own. Its bytes are on the disk before its row says so. */
export async function uploadAvatar(ctx: Ctx, { upload }: { upload: Upload }): Promise<{ id: string }> {
  const { bytes } = upload
  const { maxBytes } = avatarLimits
  if (bytes.length > maxBytes)
    refuse('file.tooBig', { maxBytes }, { fields: { file: { key: 'file.tooBig', params: { maxBytes } } } })
  if (!isPicture(bytes)) refuse('file.wrongType', undefined, { fields: { file: 'file.wrongType' } })
  let drawn: Buffer
  try {
    drawn = await redraw(bytes)
  } catch (error) {
    ctx.log.info({ err: error }, 'A picture could not be read')
    refuse('file.unreadable', undefined, { fields: { file: 'file.unreadable' } })
  }
  const id = randomBytes(16).toString('hex')
  await ctx.files.put(id, drawn)
  await insertFile(
    ctx.db,
    {
      id,
      organisationId: ctx.caller.organisationId,
      accountId: ctx.caller.accountId,
      kind: 'avatar',
      name: upload.name.replaceAll('\0', '').toWellFormed(),
      mediaType: 'image/webp',
      bytes: drawn.length,
      sha256: createHash('sha256').update(drawn).digest(),
    },
    ctx.clock.now(),
  )
  return { id }
}
