import { z } from 'zod'
import { download, endpoints, upload } from '../endpoint.ts'

/** What an upload is for decides its limits and what is made of it. */
const UploadKind = z.enum(['avatar'])

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
      'An avatar: png, jpeg or gif of at most 1,048,576 bytes. Pictures are decoded and encoded anew; nothing of the original file is kept.',
    body: z.strictObject({ kind: UploadKind.default('avatar') }),
    reply: z.object({ id: z.string() }),
    maxBytes: 1_048_576,
    perMinute: 60,
  }),
})
