import { z } from 'zod'
import { download, endpoints, upload } from '../endpoint.ts'
import { PictureKind, pictureKinds } from './file.model.ts'

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
      'Png, jpeg or gif; an avatar of at most 1,048,576 bytes, a picture of a product, of a guide or of a fault code (by the platform’s staff alone), of a spare part or a recipe (by those who may edit them, a smaller one kept beside that of a recipe under its id with an `s` behind) or of a site visit (by those who acknowledge or close faults) of at most 2,097,152. Pictures are decoded and encoded anew; nothing of the original file is kept.',
    body: z.strictObject({ kind: PictureKind.default('avatar') }),
    reply: z.object({ id: z.string() }),
    // Of the largest kind; each has its own.
    maxBytes: Math.max(...Object.values(pictureKinds).map(({ maxBytes }) => maxBytes)),
    perMinute: 60,
  }),
})
