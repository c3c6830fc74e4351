import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runFiles } from './run-files.ts'
import type { FileResult } from './run-files.ts'
import { filesOfPart, readPart } from './test-files.ts'

/** Tests the runner itself: files that pass, fail, throw, end their process or leave errors behind. */

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brigade-runner-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const start = "import { test, before, after, suite } from 'node:test'\n"

async function resultsOf(
  files: Readonly<Record<string, string>>,
  options: { alone?: readonly string[]; atOnce?: number; stopsAtFailure?: boolean } = {},
): Promise<Map<string, FileResult>> {
  const { alone = [], atOnce = 1, stopsAtFailure = false } = options
  const given = Object.keys(files).map((name) => ({ name, file: join(folder, name) }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), start + text)
  const results = new Map<string, FileResult>()
  await runFiles(given, {
    root: folder,
    atOnce,
    signal: new AbortController().signal,
    isAlone: ({ name }) => alone.includes(name),
    stopsAtFailure,
    onResult: (result) => results.set(result.file.name, result),
  })
  return results
}

const outcome = (result: FileResult | undefined) => ({
  passed: result?.passed,
  failed: result?.failures.map(({ name }) => name),
})

test('tests that pass are counted, those in suites too, and skipped ones are named', async () => {
  const results = await resultsOf({
    'passing.mjs': `test('one', () => {}); suite('within', () => { test('two', () => {}) }); test('three', { skip: true }, () => {})`,
  })
  assert.deepEqual(outcome(results.get('passing.mjs')), { passed: 2, failed: [] })
  assert.deepEqual(results.get('passing.mjs')?.skipped, ['three'])
})

test('hooks of one file run around its own tests and no other’s', async () => {
  const hooks = (name: string) =>
    `globalThis.calls ??= []; before(() => calls.push('${name} begins')); after(() => calls.push('${name} ends'));`
  const results = await resultsOf({
    'first.mjs': `${hooks('first')} test('one', () => { calls.push('one') })`,
    'second.mjs': `${hooks('second')} test('two', () => { if (calls.join() !== 'first begins,one,first ends,second begins') throw new Error(calls.join()) })`,
  })
  assert.deepEqual(outcome(results.get('second.mjs')), { passed: 1, failed: [] })
})

test("a failed test is reported with its place, its reason, its cause and the file's output", async () => {
  const results = await resultsOf({
    'failing.mjs': `test('good', () => {}); test('bad', () => { console.log('some output'); throw new Error('outer', { cause: new Error('inner') }) })`,
  })
  const [failure] = results.get('failing.mjs')?.failures ?? []
  assert.deepEqual(outcome(results.get('failing.mjs')), { passed: 1, failed: ['bad'] })
  assert.match(failure?.place ?? '', /^failing\.mjs:\d+$/)
  assert.match(failure?.details ?? '', /outer[^]*caused by[^]*inner/)
  assert.match(failure?.output ?? '', /some output/)
})

test('a file that cannot be read, and one with a failing hook, have failed', async () => {
  const results = await resultsOf({
    'broken.mjs': `import './nowhere.mjs'`,
    'hook.mjs': `before(() => { throw new Error('no start') }); test('one', () => {})`,
  })
  assert.equal(results.get('broken.mjs')?.failures.length, 1)
  assert.match(results.get('broken.mjs')?.failures[0]?.details ?? '', /nowhere/)
  assert.ok((results.get('hook.mjs')?.failures.length ?? 0) > 0)
})

test('a file that ends its process has failed, and the next one runs in another', async () => {
  const results = await resultsOf({
    'ending.mjs': `test('one', () => process.exit(3))`,
    'next.mjs': `test('two', () => {})`,
  })
  assert.match(results.get('ending.mjs')?.failures[0]?.details ?? '', /its process ended: code 3/)
  assert.deepEqual(outcome(results.get('next.mjs')), { passed: 1, failed: [] })
})

test('leftovers of a failed file are not there for the next, those of a passed one are', async () => {
  const marks = `globalThis.mark = 'left'`
  const asks = (wanted: string) =>
    `test('asks', () => { if (String(globalThis.mark) !== '${wanted}') throw new Error() })`
  const results = await resultsOf(
    {
      'a-passing.mjs': `${marks}; test('one', () => {})`,
      'b-sees.mjs': asks('left'),
      'c-failing.mjs': `${marks}; test('one', () => { throw new Error() })`,
      'd-sees-not.mjs': asks('undefined'),
      'e-passing.mjs': `${marks}; test('one', () => {})`,
      'f-alone.mjs': asks('undefined'),
    },
    { alone: ['f-alone.mjs'] },
  )
  const failed = [...results.values()].filter(({ failures }) => failures.length > 0).map(({ file }) => file.name)
  assert.deepEqual(failed, ['c-failing.mjs'])
})

test('an error after the end of the test that caused it turns its file red', async () => {
  const results = await resultsOf({
    'late.mjs': `test('one', () => { setTimeout(() => { throw new Error('too late') }, 20) }); test('two', () => new Promise((resolve) => setTimeout(resolve, 100)))`,
  })
  assert.ok((results.get('late.mjs')?.failures.length ?? 0) > 0)
})

test('with stopsAtFailure nothing begins after the first file that failed', async () => {
  const results = await resultsOf(
    { 'red.mjs': `test('one', () => { throw new Error() })`, 'after.mjs': `test('two', () => {})` },
    { stopsAtFailure: true },
  )
  assert.deepEqual([...results.keys()], ['red.mjs'])
})

test('machines that share a run have each file once, and their shares take alike', () => {
  const files = Array.from({ length: 101 }, (_, index) => ({ name: `${index}.test.ts`, file: '' }))
  const durations = new Map(files.map(({ name }, index) => [name, index]))
  const parts = ['1/3', '2/3', '3/3'].map((text) => filesOfPart(files, durations, readPart(text)))
  assert.deepEqual(
    parts
      .flat()
      .map(({ name }) => name)
      .toSorted(),
    files.map(({ name }) => name).toSorted(),
  )
  const seconds = parts.map((part) => part.reduce((sum, { name }) => sum + (durations.get(name) ?? 0), 0))
  assert.ok(Math.max(...seconds) - Math.min(...seconds) < 100, seconds.join(' '))
  for (const wrong of ['3/2', '0/2', '1', '1/2/3']) assert.throws(() => readPart(wrong))
})
