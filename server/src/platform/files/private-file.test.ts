import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { appendPrivate, writePrivate } from './private-file.ts'
import { lockInstance } from '../supervisor/instance-lock.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('a private file is its owner’s alone, whatever the mask of the process and the mode that it had before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-private-'))
  const before = process.umask(0)
  try {
    const [fresh, old] = [join(folder, 'fresh'), join(folder, 'old')]
    writeFileSync(old, 'a\n', { mode: 0o644 })
    for (const path of [fresh, old]) {
      await appendPrivate(path, 'b\n')
      assert.equal(modeOf(path), '600')
    }
    assert.equal(readFileSync(old, 'utf8'), 'a\nb\n')
    writeFileSync(join(folder, 'whole'), 'a', { mode: 0o666 })
    writePrivate(join(folder, 'whole'), 'b')
    assert.deepEqual([readFileSync(join(folder, 'whole'), 'utf8'), modeOf(join(folder, 'whole'))], ['b', '600'])
    const lock = lockInstance(folder)
    lock.storeUrl('http://127.0.0.1:1')
    assert.equal(modeOf(join(folder, 'instance.json')), '600')
    lock.release()
  } finally {
    process.umask(before)
    rmSync(folder, { recursive: true })
  }
})
