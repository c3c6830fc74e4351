import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFileModes } from './file-modes.ts'
import { found } from '../planted.ts'

const planted = `import { appendFile, open, writeFile } from 'node:fs/promises'
import { createWriteStream, writeFileSync } from 'node:fs'
export async function leave(file: string, text: string) {
  await writeFile(file, text)
  await appendFile(file, text, { flush: true })
  writeFileSync(file, text)
  createWriteStream(file, { flags: 'a' })
  await (await open(file, 'w')).close()
  await writeFile(file, text, { mode: 0o600 })
  await (await open(file, 'a', privateMode)).appendFile(text)
  await (await open(file, 'r')).close()
}
`

test('file-mode: everything that the product writes names who may read it; tests and tools are left alone', () => {
  const tree = {
    'server/src/a.ts': planted,
    'simulator/src/a.ts': planted,
    'server/src/a.test.ts': planted,
    'tools/a.ts': planted,
    'server/src/b.ts': "import { writeFile } from './own.ts'\nawait writeFile('x', 'y')\n",
  }
  const lines = [4, 5, 6, 7, 8]
  assert.deepEqual(
    found(checkFileModes, tree),
    ['server', 'simulator'].flatMap((side) => lines.map((line) => `${side}/src/a.ts:${line} file-mode`)),
  )
})
