import { minuteMs } from '../../contract/src/time.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunFile, ShardMessage } from './shard-messages.ts'

export type Failure = Readonly<{
  /** Undefined if it is not a test file. */
  file: RunFile | undefined
  place: string
  name: string
  details: string
  /** The end of the file's output. */
  output: string
}>

export type FileResult = Readonly<{
  file: RunFile
  passed: number
  skipped: readonly string[]
  failures: readonly Failure[]
  seconds: number
  /** Processor time of the process that ran it, without the database and the browser. */
  processorSeconds: number
  /** From the order to run the file to its first test, ms. */
  firstTestMs: number | undefined
}>

/** Cost that the process reports at the end of a file. */
type Cost = Pick<FileResult, 'processorSeconds' | 'firstTestMs'>
const noCost: Cost = { processorSeconds: 0, firstTestMs: undefined }

export type RunOptions = Readonly<{
  root: string
  /** Processes at a time. */
  atOnce: number
  signal: AbortSignal
  /** Only tests whose name matches this. */
  namePattern?: string | undefined
  /** Added to the environment of every process. */
  env?: Readonly<Record<string, string>>
  /** True if a file has to run in a process of its own. */
  isAlone: (file: RunFile) => boolean
  /** Printed before each place. */
  where?: string
  onResult: (result: FileResult) => void
  /** Stops after the first file that failed. */
  stopsAtFailure?: boolean
  /** A file that takes longer has failed; the default is 20 minutes. */
  fileLimitMs?: number
}>

const longestFileMs = 20 * minuteMs
const keptOutput = 20_000

type Shard = Readonly<{
  run: (file: RunFile) => Promise<FileResult>
  end: () => Promise<void>
}>

type Current = { file: RunFile; passed: number; skipped: string[]; failures: Failure[]; output: string }

function spawnShard({ root, namePattern, env }: RunOptions): ChildProcess {
  const args = [
    '--disable-warning=ExperimentalWarning',
    `--import=${pathToFileURL(join(import.meta.dirname, 'followed-tests.ts')).href}`,
    `--test-reporter=${join(import.meta.dirname, 'shard-reporter.ts')}`,
    ...(namePattern === undefined ? [] : [`--test-name-pattern=${namePattern}`]),
    join(import.meta.dirname, 'shard.ts'),
  ]
  return spawn(process.execPath, args, {
    cwd: root,
    // Node's own runner marks its children; a shard is none.
    env: { ...process.env, ...env, TEST_SHARD: 'on', NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

/** A process that runs one file after another. A file during which it ends, or that takes too long, has failed. */
function startShard(options: RunOptions): Shard {
  const child = spawnShard(options)
  const place = (file: RunFile, line?: number) =>
    `${options.where ?? ''}${file.name}${line === undefined ? '' : `:${line}`}`
  let current: Current | undefined
  let finish: ((cost: Cost) => void) | undefined
  const fail = (name: string, details: string, line?: number) => {
    if (current === undefined) return
    const { file, output } = current
    current.failures.push({ file, place: place(file, line), name, details, output })
  }
  const onMessage = (message: ShardMessage) => {
    if (message.kind === 'passed' && current !== undefined) current.passed += 1
    if (message.kind === 'skipped') current?.skipped.push(message.name)
    if (message.kind === 'failed') fail(message.name, message.details, message.line)
    if (message.kind === 'late') fail('after the end of a test', message.details)
    if (message.kind === 'ended') finish?.(message)
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own reporter sends nothing else
  child.on('message', (message) => onMessage(message as ShardMessage))
  const keep = (chunk: Buffer) => {
    if (current !== undefined) current.output = (current.output + chunk.toString('utf8')).slice(-keptOutput)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      fail('', `its process ended: ${signal ?? `code ${code}`}`)
      finish?.(noCost)
      resolve()
    })
  })
  return {
    run: async (file) => {
      const own: Current = { file, passed: 0, skipped: [], failures: [], output: '' }
      current = own
      const startedAt = performance.now()
      const fileLimitMs = options.fileLimitMs ?? longestFileMs
      const limit = setTimeout(() => {
        fail('', `took longer than ${fileLimitMs / minuteMs} minutes`)
        child.kill('SIGKILL')
      }, fileLimitMs)
      const stop = () => child.kill('SIGKILL')
      options.signal.addEventListener('abort', stop)
      const cost = await new Promise<Cost>((resolve) => {
        finish = resolve
        if (child.connected) child.send(file)
        else {
          fail('', 'its process had ended before it began')
          resolve(noCost)
        }
      })
      clearTimeout(limit)
      options.signal.removeEventListener('abort', stop)
      current = undefined
      finish = undefined
      if (own.passed + own.skipped.length + own.failures.length === 0 && options.namePattern === undefined)
        own.failures.push({ file, place: place(file), name: '', details: 'no test ran', output: own.output })
      const { passed, skipped, failures } = own
      const seconds = (performance.now() - startedAt) / 1000
      const { processorSeconds, firstTestMs } = cost
      return { file, passed, skipped, failures, seconds, processorSeconds, firstTestMs }
    },
    end: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/**
 * Runs the files in the given order, several processes at a time. A process runs one file after another; one in which a
 * file failed is replaced, so that what the file left behind disturbs no other.
 */
export async function runFiles(files: readonly RunFile[], options: RunOptions): Promise<void> {
  const waiting = [...files]
  let isStopped = false
  const work = async () => {
    let shard: Shard | undefined
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (options.signal.aborted || isStopped) break
      const isAlone = options.isAlone(file)
      if (isAlone) {
        await shard?.end()
        shard = undefined
      }
      shard ??= startShard(options)
      const result = await shard.run(file)
      options.onResult(result)
      if (result.failures.length > 0 && options.stopsAtFailure === true) isStopped = true
      if (isAlone || result.failures.length > 0) {
        await shard.end()
        shard = undefined
      }
    }
    await shard?.end()
  }
  await Promise.all(Array.from({ length: Math.min(options.atOnce, files.length) }, work))
}
