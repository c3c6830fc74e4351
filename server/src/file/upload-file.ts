import { randomBytes } from 'node:crypto'
import type { FileKind } from '@brigade/contract/file/file.model.ts'
import { hasFirmwareEnding } from '@brigade/contract/firmware/firmware.model.ts'
import { requirePlatformStaff } from '../customer/data-scope.ts'
import type { Ctx, Upload } from '../platform/http/context.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { Readable, Transform } from 'node:stream'
import { deleteFileRow, insertFile, setFileContent } from './file.store.ts'
import { uploadPicture } from './upload-picture.ts'

type Uploaded = {
  id: string
  file?: { name: string; bytes: number; md5: string; sha256: string }
}

export async function uploadFile(
  ctx: Ctx,
  { body: { kind }, upload }: { body: { kind: FileKind }; upload: Upload },
): Promise<Uploaded> {
  try {
    if (kind === 'firmware') return await uploadFirmware(ctx, upload)
    return await uploadPicture(ctx, { body: { kind }, upload })
  } finally {
    // After a refusal the rest of the upload is not awaited.
    upload.stream?.destroy()
  }
}

/**
 * Stores the bytes unchanged, with constant memory. The row is inserted before them, so that after a kill it leads to
 * any leftovers.
 */
async function uploadFirmware(ctx: Ctx, upload: Upload): Promise<Uploaded> {
  if (!ctx.caller.operationCodes.has('firmware-version:create')) refuse('session.notAuthorised')
  await requirePlatformStaff(ctx)
  const { name } = upload
  if (!hasFirmwareEnding(name)) refuse('firmware.fileEnding', undefined, { fields: { file: 'firmware.fileEnding' } })
  const id = randomBytes(16).toString('hex')
  const { organisationId, accountId } = ctx.caller
  const draft = {
    id,
    organisationId,
    accountId,
    kind: 'firmware' as const,
    name,
    mediaType: 'application/octet-stream',
  }
  await insertFile(ctx.db, { ...draft, bytes: 0, sha256: Buffer.alloc(0) }, ctx.clock.now())
  try {
    const whole = upload.stream ?? Readable.from([upload.bytes], { objectMode: false })
    const { bytes, sha256, md5 } = await ctx.files.putStream(id, limited(whole, ctx.settings.firmwareMb * 1_048_576))
    await setFileContent(ctx.db, id, { bytes, sha256 })
    return { id, file: { name, bytes, md5: md5.toString('hex'), sha256: sha256.toString('hex') } }
  } catch (error) {
    await ctx.files.remove(id)
    await deleteFileRow(ctx.db, id)
    throw error
  }
}

/** Ends with a refusal when more bytes come than allowed. */
function limited(stream: Readable, maxBytes: number): Readable {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > maxBytes ? tooBig(maxBytes) : null, chunk)
    },
  })
  stream.once('error', (error) => counting.destroy(error))
  return stream.pipe(counting)
}

function tooBig(maxBytes: number): Error {
  try {
    return refuse('file.tooBig', { maxBytes }, { fields: { file: textRef('file.tooBig', { maxBytes }) } })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
