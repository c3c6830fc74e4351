import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. The name is ASCII. */
export type ArchivedFile = Readonly<{ name: string; bytes: Buffer }>

const version = 20
const utf8Flag = 0x0800
const deflated = 8
/** 1980-01-01, the first date in a ZIP: equal content gives equal files. */
const firstDay = 0x0021

/** A ZIP of a few files in memory. */
export function writeArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const nameBytes = Buffer.from(name)
    const folded = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(version, 0)
    common.writeUInt16LE(utf8Flag, 2)
    common.writeUInt16LE(deflated, 4)
    common.writeUInt16LE(firstDay, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(folded.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.from([0x50, 0x4b, 1, 2, version, 0]), common, place, nameBytes)
    const local = [Buffer.from([0x50, 0x4b, 3, 4]), common, nameBytes, folded]
    parts.push(...local)
    offset += local.reduce((sum, part) => sum + part.length, 0)
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}
