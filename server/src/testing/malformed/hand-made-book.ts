import { crc32, deflateRawSync } from 'node:zlib'

/** Workbooks that no spreadsheet program would write. */

export type Part = {
  name: string
  data: Buffer | string
  declared?: number
  crc?: number
  stored?: boolean
  flags?: number
}

/** An archive with the entries that a test wants. */
export function zip(parts: readonly Part[], { count = parts.length } = {}): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, data, declared, crc, stored = false, flags = 0 } of parts) {
    const bytes = Buffer.from(data)
    const folded = stored ? bytes : deflateRawSync(bytes)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(crc ?? crc32(bytes), 0)
    sizes.writeUInt32LE(folded.length, 4)
    sizes.writeUInt32LE(declared ?? bytes.length, 8)
    sizes.writeUInt16LE(Buffer.byteLength(name), 12)
    const method = stored ? 0 : 8
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, flags, 0, method, 0, 0, 0, 0, 0]), sizes])
    bodies.push(local, Buffer.from(name), folded)
    const entry = Buffer.alloc(46)
    Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0, flags, 0, method, 0, 0, 0, 0, 0]).copy(entry)
    sizes.copy(entry, 16)
    entry.writeUInt32LE(offset, 42)
    list.push(entry, Buffer.from(name))
    offset += local.length + Buffer.byteLength(name) + folded.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

export const relations = (...targets: [id: string, type: string, target: string][]) =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`
/** A workbook of one sheet, without the sheet. */
export const bareBook: readonly Part[] = [
  { name: '_rels/.rels', data: relations(['r1', 'officeDocument', 'xl/workbook.xml']) },
  { name: 'xl/workbook.xml', data: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>' },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: relations(['r1', 'worksheet', 'worksheets/sheet1.xml'], ['r2', 'sharedStrings', 'sharedStrings.xml']),
  },
]
export const sheetName = 'xl/worksheets/sheet1.xml'
export const sheet = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`
export const book = (data: string, more: readonly Part[] = [], how: Partial<Part> = {}) =>
  zip([...bareBook, ...more, { name: sheetName, data: sheet(data), ...how }])
