import { z } from 'zod'
import { download, endpoints, upload } from '../endpoint.ts'
import { firmwareLimits } from '../firmware/limits.rules.ts'
import { FileKind } from './file.model.ts'

/** Spec 7, File. */
export const fileApi = endpoints('file', {
  read: download('/file/read', {
    access: 'signed-in',
    summary: { en: 'Read a file', zh: '读取文件' },
    query: z.strictObject({ id: z.string().regex(/^[a-z0-9]{20,40}$/, 'field.id') }),
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
  }),
  upload: upload('/file/upload', {
    access: 'signed-in',
    summary: { en: 'Upload a file', zh: '上传文件' },
    description:
      'Png, jpeg or gif; an avatar of at most 1,048,576 bytes, a picture of a product, of a guide or of a fault code (by the platform’s staff alone), of a spare part or a recipe (by those who may edit them; that of a recipe is png or jpeg, and a smaller one is kept beside it under its id with an `s` behind), of the data wall (png or jpeg of at most 1,048,576 bytes, by those who set it up), or of a site visit (by those who acknowledge or close faults) of at most 2,097,152. Pictures are decoded and encoded anew; nothing of the original file is kept. `firmware` (by the platform’s staff who may add versions; `kind` before `file`) is kept as it is, up to `FIRMWARE_MB`, and answered with its size and digests; it is read by devices alone.',
    body: z.strictObject({ kind: FileKind.default('avatar') }),
    reply: z.object({
      id: z.string(),
      /** Present for firmware only. */
      file: z.object({ name: z.string(), bytes: z.number().int(), md5: z.string(), sha256: z.string() }).optional(),
    }),
    // The largest that an operator may set for firmware; each kind has its own.
    maxBytes: firmwareLimits.maxMb * 1_048_576,
    streamsOver: 4 * 1_048_576,
    perMinute: 60,
  }),
})
