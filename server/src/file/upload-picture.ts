import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { pictureKinds, smallPictureId, type PictureKind } from '@brigade/contract/file/file.model.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import type { Ctx, Upload } from '../platform/http/context.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'
import { deleteFileRow, insertFileWithin } from './file.store.ts'
import { limitBytes, requireRoom } from './require-room.ts'

const signatures = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), // png
  Buffer.from([0xff, 0xd8, 0xff]), // jpeg
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
]

/** The first bytes decide: the sender controls name and header, so these are not trusted. */
const isPicture = (bytes: Buffer) =>
  signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature))

/** A decoded picture may take 200 MB. */
const inTurn = limitConcurrency(2)

/** The size in the file's header, before anything is decoded; null if it is unreadable. */
async function sizeOf(bytes: Buffer) {
  try {
    const { width, height, pageHeight = height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { pixels: width * pageHeight, frames: pages }
  } catch {
    return null
  }
}

/**
 * Decodes and encodes again, upright and in the right size: this removes location and camera data, further frames and
 * hidden payloads.
 */
async function redraw(bytes: Buffer, limits: (typeof pictureKinds)[PictureKind]): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: limits.maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  const { autoOrient } = await picture.metadata()
  const { width, height } = autoOrient
  const side = 'square' in limits ? Math.min(limits.square, width, height) : 0
  const sized =
    'square' in limits
      ? picture.resize(side, side, { fit: 'cover' })
      : picture.resize({ ...limits.fit, fit: 'inside', withoutEnlargement: true })
  return sized.webp({ quality: 86 }).toBuffer()
}

/** Null: it was too long to be read. */
async function drawnFrom(ctx: Pick<Ctx, 'log'>, bytes: Buffer | null, kind: PictureKind): Promise<Buffer> {
  const limits = pictureKinds[kind]
  const { maxBytes, maxPixels, maxFrames } = limits
  if (bytes === null || bytes.length > maxBytes)
    return refuse('file.tooBig', { maxBytes }, { fields: { file: textRef('file.tooBig', { maxBytes }) } })
  const isGif = bytes.subarray(0, 3).equals(Buffer.from('GIF'))
  if (!isPicture(bytes) || (isGif && limits.isJpgOrPng)) {
    const key = limits.isJpgOrPng ? 'file.jpgOrPng' : 'file.wrongType'
    refuse(key, undefined, { fields: { file: key } })
  }
  return inTurn(async () => {
    const size = await sizeOf(bytes)
    if (size !== null && size.frames > maxFrames)
      refuse('file.tooManyFrames', { maxFrames }, { fields: { file: textRef('file.tooManyFrames', { maxFrames }) } })
    if (size !== null && size.pixels > maxPixels)
      refuse('file.tooManyPixels', { maxPixels }, { fields: { file: textRef('file.tooManyPixels', { maxPixels }) } })
    try {
      return await redraw(bytes, limits)
    } catch (error) {
      ctx.log.info({ err: error }, 'A picture could not be read')
      refuse('file.unreadable', undefined, { fields: { file: 'file.unreadable' } })
    }
  })
}

/** An account needs one of these codes to upload a picture of the kind. */
const uploaders: Readonly<Partial<Record<PictureKind, readonly string[]>>> = {
  part: ['parts-purchase:update'],
  visit: ['fault:acknowledge', 'fault:close'],
  logo: ['statistics:wall-link'],
  recipe: ['recipe:create', 'recipe:update', 'recipe-category:create', 'recipe-category:update'],
}

/**
 * Any account uploads an avatar; pictures of spare parts, recipes and fault notes need the code of their editor;
 * pictures for everybody are uploaded by the platform's staff alone.
 */
async function requireUploader(ctx: Ctx, kind: PictureKind): Promise<void> {
  const codes = uploaders[kind]
  if (codes !== undefined) {
    if (!codes.some((code) => ctx.caller.operationCodes.has(code))) refuse('session.notAuthorised')
  } else if (kind !== 'avatar') await requirePlatformStaff(ctx)
}

/**
 * Stores a picture for the caller's organisation; pictures of products are for everybody, so only the platform's staff
 * may. Its row is inserted before its bytes are stored, so that after a kill the row leads to any leftovers.
 */
export async function uploadPicture(
  ctx: Ctx,
  { body: { kind }, upload }: { body: { kind: PictureKind }; upload: Upload },
): Promise<{ id: string }> {
  await requireUploader(ctx, kind)
  await requireRoom(ctx, ctx.caller.organisationId)
  const drawn = await drawnFrom(ctx, upload.stream === undefined ? upload.bytes : null, kind)
  return { id: await keepPicture(ctx, { kind, name: upload.name, drawn }) }
}

type Keeping = Pick<Ctx, 'db' | 'files' | 'clock'> &
  Readonly<{
    settings: Ctx['settings']
    caller: Pick<Ctx['caller'], 'organisationId' | 'accountId'>
  }>
type Drawn = Readonly<{ kind: PictureKind; name: string; drawn: Buffer }>

/** Stores it for the caller's organisation, with the smaller version if its kind has one. */
export async function keepPicture(ctx: Keeping, { kind, name, drawn }: Drawn): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await keepBytes(ctx, id, { kind, name, drawn })
  const limits = pictureKinds[kind]
  if ('small' in limits) {
    const small = await inTurn(() =>
      sharp(drawn)
        .resize({ ...limits.small, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    )
    await keepBytes(ctx, smallPictureId(id), { kind, name, drawn: small })
  }
  return id
}

async function keepBytes(ctx: Keeping, id: string, { kind, name, drawn }: Drawn): Promise<void> {
  const { organisationId, accountId } = ctx.caller
  const draft = {
    id,
    organisationId,
    accountId,
    kind,
    name,
    mediaType: 'image/webp',
    bytes: drawn.length,
    sha256: createHash('sha256').update(drawn).digest(),
  }
  if (!(await insertFileWithin(ctx.db, draft, ctx.clock.now(), limitBytes(ctx.settings))))
    refuse('file.overLimit', { maxMb: ctx.settings.filesMb })
  try {
    await ctx.files.put(id, drawn)
  } catch (error) {
    await deleteFileRow(ctx.db, id)
    throw error
  }
}

/**
 * Imports a picture from a file of recipes. One that we encoded ourselves is stored unchanged, so that export and
 * import lose nothing; any other is encoded again like an upload.
 */
export async function importPicture(ctx: Ctx, kind: PictureKind, bytes: Buffer): Promise<string> {
  await requireUploader(ctx, kind)
  await requireRoom(ctx, ctx.caller.organisationId)
  const drawn = (await isAsDrawn(bytes, kind)) ? bytes : await drawnFrom(ctx, bytes, kind)
  return keepPicture(ctx, { kind, name: '', drawn })
}

/** Whether it is exactly our encoding: a complete WebP of the right size, one frame, no further data. */
async function isAsDrawn(bytes: Buffer, kind: PictureKind): Promise<boolean> {
  const limits = pictureKinds[kind]
  const isWebp = bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'))
  if (!isWebp || bytes.length > limits.maxBytes || bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  try {
    const { width, height, pages = 1, exif, xmp, icc } = await sharp(bytes, { failOn: 'error' }).metadata()
    const most = 'fit' in limits ? limits.fit : { width: limits.square, height: limits.square }
    if (pages > 1 || exif !== undefined || xmp !== undefined || icc !== undefined) return false
    if (width > most.width || height > most.height) return false
    await inTurn(() => sharp(bytes, { failOn: 'error' }).stats())
    return true
  } catch {
    return false
  }
}
