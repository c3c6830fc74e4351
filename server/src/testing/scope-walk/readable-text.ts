import { inflateRawSync } from 'node:zlib'
import { readPdf } from '../read-pdf.ts'

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50

/** All readable text in a file: the unpacked parts of a spreadsheet, the words of a PDF, any other file as it is. */
export function readableText(bytes: Buffer): string {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return readPdf(bytes).join('\n')
  const isZip = bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50
  return isZip ? [...unzipped(bytes)].join('\n') : bytes.toString('utf8')
}

function* unzipped(bytes: Buffer): Generator<string> {
  let end = bytes.length - 22
  while (end > 0 && bytes.readUInt32LE(end) !== endOfDirectory) end -= 1
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0 && bytes.readUInt32LE(at) === directoryEntry; left -= 1) {
    const method = bytes.readUInt16LE(at + 10)
    const size = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + size)
    yield (method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}
