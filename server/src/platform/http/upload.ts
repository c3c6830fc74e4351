import type { FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Upload } from './context.ts'

export const isMultipart = (request: FastifyRequest) => request.isMultipart()

/** Without folders, and without what a terminal, a header or a reader from right to left would take for more than a letter. */
function plainName(given: string | undefined): string {
  const name = (given ?? '').toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .slice(0, 200)
    .toWellFormed()
    .trim()
}

/** The other fields and the one file, in field `file`. Read whole: uploads of this kind are small and limited. */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; upload: Upload }> {
  const fields: Record<string, string> = {}
  let upload: Upload | undefined
  let tooBig = false
  const parts = request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 } })
  for await (const part of parts) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    const chunks: Buffer[] = []
    for await (const chunk of part.file) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    tooBig ||= part.file.truncated
    if (part.fieldname === 'file')
      upload = { name: plainName(part.filename), mediaType: part.mimetype, bytes: Buffer.concat(chunks) }
  }
  if (tooBig) refuse('file.tooBig', { maxBytes })
  if (upload === undefined || upload.bytes.length === 0) refuse('file.missing')
  return { fields, upload }
}
