import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { LogFormat } from '../log.ts'
import { openProgramLog } from './program-log.ts'

function open(t: TestContext, format: LogFormat, maxBytes = 1000) {
  const dataDir = mkdtempSync(join(tmpdir(), 'brigade-log-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const printed: string[] = []
  const log = openProgramLog({ dataDir, format, print: (line) => void printed.push(line), maxBytes })
  return { ...log, printed, inFile: () => readFileSync(log.path, 'utf8').split('\n').slice(0, -1) }
}

const ownInfo = '{"level":30,"time":0,"role":"supervisor","msg":"PostgreSQL started"}'
const ownError = '{"level":50,"time":0,"role":"supervisor","msg":"A process ended: starting it again"}'
const childError = '{"level":50,"time":0,"role":"api","msg":"It failed"}'

test('the file gets every line; standard output gets only errors of the supervisor, in words', (t) => {
  const log = open(t, 'file')
  log.write(`${ownInfo}\n`)
  log.write(`${ownError}\n`)
  log.takeOutput('api')(`${childError}\n`)
  assert.deepEqual(log.inFile(), [ownInfo, ownError, childError])
  assert.equal(log.printed.length, 1)
  assert.match(log.printed[0] ?? '', /^\d\d:\d\d:\d\d supervisor error: A process ended: starting it again$/)
  assert.equal(statSync(log.path).mode & 0o777, 0o600)
})

test('what a process tells whoever sits at the terminal is printed without its line, and the file has the line', (t) => {
  const log = open(t, 'file')
  const line = '{"level":30,"time":0,"role":"worker","told":"The past: 3 of 12 devices","msg":"Written"}'
  log.takeOutput('worker')(`${line}\n${childError}\n`)
  assert.deepEqual(log.printed, ['The past: 3 of 12 devices'])
  assert.deepEqual(log.inFile(), [line, childError])
  const json = open(t, 'json')
  json.takeOutput('worker')(`${line}\n`)
  assert.deepEqual(json.printed, [line])
})

test('with the format json standard output gets the same lines, with text readable ones', (t) => {
  const json = open(t, 'json')
  json.write(ownInfo)
  json.takeOutput('api')(`${childError}\n`)
  assert.deepEqual(json.printed, [ownInfo, childError])
  const text = open(t, 'text')
  text.takeOutput('api')(`${childError}\n`)
  assert.match(text.printed[0] ?? '', /^\d\d:\d\d:\d\d api {6} error: It failed$/)
})

test('output that arrives in pieces is logged by whole lines, and a line that is not JSON becomes JSON', (t) => {
  const log = open(t, 'file')
  const take = log.takeOutput('simulator')
  take('simulator: 13 ov')
  take(`ens\n${childError.slice(0, 20)}`)
  take(`${childError.slice(20)}\n`)
  const [first = '', second] = log.inFile()
  assert.match(first, /^\{"level":30,"time":\d+,"role":"simulator","msg":"simulator: 13 ovens"\}$/)
  assert.equal(second, childError)
})

test('the file and the one before it stay within their size, and the newest lines are kept', (t) => {
  const log = open(t, 'file')
  const lineOf = (index: number) => `{"level":30,"time":0,"msg":"line ${index}"}`
  for (let index = 0; index < 200; index += 1) log.write(lineOf(index))
  const files = [`${log.path}.1`, log.path]
  for (const file of files) assert.ok(statSync(file).size <= 1000, `${file} has ${statSync(file).size} bytes`)
  const kept = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
  assert.deepEqual(
    kept,
    Array.from({ length: kept.length }, (_, index) => lineOf(200 - kept.length + index)),
  )
  assert.ok(kept.length > 20)
})
