import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readableLine, type LogFormat } from '../log.ts'

export type ProgramLog = Readonly<{
  /** The path of the file; the previous file is kept beside it as `brigade.log.1`. */
  path: string
  /** Writes one line of JSON. */
  write: (line: string) => void
  /** Receives the output of a process in chunks, and logs each complete line. */
  takeOutput: (processName: string) => (chunk: string) => void
}>

/** At this size the file is renamed, so that the log takes at most twice as much of the disk. */
const fileBytes = 10_000_000
const errorLevel = 50

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}

/** A line with the field `told` is shown to the person at the terminal. */
const Told = z.object({ told: z.string() })
function toldIn(line: string): string | undefined {
  if (!line.includes('"told":')) return undefined
  try {
    return Told.safeParse(JSON.parse(line)).data?.told
  } catch {
    return undefined
  }
}

/** Opens the file at the first line. On a full disk only lines are lost. */
function boundedFile(path: string, maxBytes: number) {
  let file: number | undefined
  let bytes = 0

  function open() {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    file = openSync(path, 'a', 0o600)
    bytes = fstatSync(file).size
    return file
  }

  return (text: string) => {
    try {
      let target = file ?? open()
      if (bytes > 0 && bytes + Buffer.byteLength(text) > maxBytes) {
        closeSync(target)
        file = undefined
        renameSync(path, `${path}.1`)
        target = open()
      }
      bytes += writeSync(target, text)
    } catch {
      // A failure of the log cannot be reported anywhere else.
    }
  }
}

/**
 * The log of all processes of one supervisor: JSON lines in a file of the data folder. Standard output gets the same
 * lines with the format `json`, readable ones with `text`, and with `file` only the errors of the supervisor itself and
 * messages for the person at the terminal.
 */
export function openProgramLog({
  dataDir,
  format,
  print,
  maxBytes = fileBytes,
}: {
  dataDir: string
  format: LogFormat
  /** Prints one line on standard output. */
  print: (line: string) => void
  maxBytes?: number
}): ProgramLog {
  const path = join(dataDir, 'log', 'brigade.log')
  const toFile = boundedFile(path, maxBytes)

  function put(line: string, isOwn: boolean) {
    toFile(`${line}\n`)
    const told = format === 'file' ? toldIn(line) : undefined
    if (told !== undefined) print(told)
    else if (format === 'json') print(line)
    else if (format === 'text' || (isOwn && levelOf(line) >= errorLevel)) print(readableLine(line).trimEnd())
  }

  return {
    path,
    write: (line) => put(line.trimEnd(), true),
    takeOutput: (processName) => {
      let rest = ''
      return (chunk) => {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          if (line === '') continue
          const asJson = { level: 30, time: Date.now(), role: processName, msg: line }
          put(line.startsWith('{"level":') ? line : JSON.stringify(asJson), false)
        }
      }
    },
  }
}
