import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArchiveBroken, ArchiveTooBig, readArchive, readEntry } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const files = [
  { name: 'model.json', bytes: Buffer.from(`{"名称":"${'温度'.repeat(5000)}"}`) },
  { name: 'module-Modem.json', bytes: Buffer.from('{}') },
  { name: 'empty.json', bytes: Buffer.alloc(0) },
]
const limits = { maxEntries: 5, maxUnfoldedBytes: 100_000, maxRatio: 100 }

test('content that is put into an archive is read back from it', async () => {
  const archive = writeArchive(files)
  const entries = readArchive(archive, limits)
  assert.deepEqual(
    [...entries.keys()],
    files.map(({ name }) => name),
  )
  for (const { name, bytes } of files) {
    const entry = entries.get(name)
    assert.ok(entry)
    assert.deepEqual(await readEntry(archive, entry), bytes)
  }
})

test('too many files, too many bytes and damage are refused before anything is unfolded', async () => {
  const archive = writeArchive(files)
  assert.throws(() => readArchive(archive, { ...limits, maxEntries: 2 }), ArchiveTooBig)
  assert.throws(() => readArchive(archive, { ...limits, maxUnfoldedBytes: 1000 }), ArchiveTooBig)
  assert.throws(() => readArchive(archive.subarray(0, archive.length - 30), limits), ArchiveBroken)
  const entry = readArchive(archive, limits).get('model.json')
  assert.ok(entry)
  const damaged = Buffer.from(archive)
  damaged.writeUInt8(damaged.readUInt8(60) ^ 0xff, 60)
  await assert.rejects(readEntry(damaged, entry), ArchiveBroken)
})
