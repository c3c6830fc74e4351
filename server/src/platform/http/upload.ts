import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Upload } from './context.ts'

export const isMultipart = (request: FastifyRequest) => request.isMultipart()

/** The file's name without folders, and without control characters of terminals, headers and bidirectional text. */
function plainName(given: string | undefined): string {
  const name = (given ?? '').toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu, '')
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .slice(0, 200)
    .toWellFormed()
    .trim()
}

type Limits = Readonly<{ maxBytes: number; streamsOver?: number | undefined }>
type Fields = Record<string, string | string[]>
type Read = Readonly<{ fields: Fields; upload: Upload }>

/**
 * Reads the other fields and the one file, in field `file`. Small files, which most are, are read into memory; one over
 * `streamsOver` is passed to the handler as a stream, with the fields that precede it.
 */
export async function readUpload(request: FastifyRequest, { maxBytes, streamsOver }: Limits): Promise<Read> {
  const fields: Fields = {}
  let upload: Upload | undefined
  let tooBig = false
  const parts = request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000, parts: 21 } })
  // `for await` is not used here: leaving it would end the reader, and with it the file that is still to be read.
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value === 'string') addField(fields, part.fieldname, part.value)
      continue
    }
    const of = { name: plainName(part.filename), mediaType: part.mimetype }
    const read = await readStart(part.file, part.fieldname === 'file' ? streamsOver : undefined)
    if (read.rest !== undefined)
      return { fields, upload: { ...of, bytes: Buffer.alloc(0), stream: streamOf(part.file, read, maxBytes) } }
    tooBig ||= part.file.truncated
    if (part.fieldname === 'file') upload = { ...of, bytes: Buffer.concat(read.chunks) }
  }
  if (tooBig) refuse('file.tooBig', { maxBytes })
  if (upload === undefined || upload.bytes.length === 0) refuse('file.missing')
  return { fields, upload }
}

/** A field that is given more than once becomes a list, which is refused at its name. */
function addField(fields: Fields, name: string, value: string): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined
  const now = before === undefined ? value : [before, value].flat()
  Object.defineProperty(fields, name, { value: now, enumerable: true, configurable: true, writable: true })
}

type Start = Readonly<{ chunks: Buffer[]; rest?: AsyncIterator<unknown> }>

/** The first bytes, up to the limit kept in memory; `rest` is set when there is more. */
async function readStart(file: Readable, most: number | undefined): Promise<Start> {
  const chunks: Buffer[] = []
  let bytes = 0
  const rest = file[Symbol.asyncIterator]()
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    if (!Buffer.isBuffer(next.value)) continue
    chunks.push(next.value)
    bytes += next.value.length
    if (most !== undefined && bytes > most) return { chunks, rest }
  }
  return { chunks }
}

async function drain(rest: AsyncIterator<unknown> | undefined): Promise<void> {
  try {
    while ((await rest?.next())?.done === false);
  } catch {
    // The sender has disconnected.
  }
}

function streamOf(file: Readable & { truncated: boolean }, { chunks, rest }: Start, maxBytes: number): Readable {
  async function* all() {
    yield* chunks
    for (let next = await rest?.next(); next !== undefined && next.done !== true; next = await rest?.next())
      if (Buffer.isBuffer(next.value)) yield next.value
    if (file.truncated) refuse('file.tooBig', { maxBytes })
  }
  const stream = Readable.from(all(), { objectMode: false })
  // Discards the rest of an abandoned upload, so that the sender reads the answer.
  stream.once('close', () => void drain(rest))
  return stream
}
