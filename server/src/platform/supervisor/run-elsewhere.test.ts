import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { mirror } from './run-elsewhere.ts'

test('a mirror of the program has the files that it runs, and neither its tests nor packages that only build it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'brigade-mirror-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [program, place] = [join(folder, 'program'), join(folder, 'place')]
  const packages = { 'node_modules/fastify': {}, 'node_modules/vite': { dev: true } }
  const files: Record<string, string> = {
    'package.json': '{}',
    'package-lock.json': JSON.stringify({ packages }),
    'server/src/main.ts': 'main',
    'node_modules/fastify/index.js': 'fastify',
    'node_modules/vite/index.js': 'vite',
    'node_modules/.cache/compiled/x': 'cache',
    'e2e/a.spec.ts': 'spec',
    '.data/secret.key': 'secret',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(program, path)), { recursive: true })
    writeFileSync(join(program, path), text)
  }
  mkdirSync(join(program, 'node_modules/@brigade'))
  symlinkSync('../../server', join(program, 'node_modules/@brigade/server'))
  const target = mirror(program, place)
  assert.equal(readFileSync(join(target, 'node_modules/@brigade/server/src/main.ts'), 'utf8'), 'main')
  assert.equal(statSync(join(target, 'server/src/main.ts')).ino, statSync(join(program, 'server/src/main.ts')).ino)
  assert.equal(existsSync(join(target, 'node_modules/fastify/index.js')), true)
  for (const path of ['node_modules/vite', 'node_modules/.cache', 'e2e', '.data'])
    assert.equal(existsSync(join(target, path)), false, path)
  assert.equal(mirror(program, place), target, 'the same files have the same mirror')
  writeFileSync(join(program, 'server/src/new.ts'), 'new')
  assert.notEqual(mirror(program, place), target)
})
