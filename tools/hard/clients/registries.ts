import { spawn } from 'node:child_process'

/** Programs of other languages, each in a folder that vanishes afterwards. */

export type Ran = Readonly<{ code: number; output: string }>

/** Runs a program to its end and keeps the end of its output; `isLoud` also prints all of it. */
export function runIn(
  folder: string,
  [program = '', ...args]: readonly string[],
  { env = {}, isLoud = false }: Readonly<{ env?: Readonly<Record<string, string>>; isLoud?: boolean }> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        if (isLoud) process.stdout.write(String(data))
        output = (output + String(data)).slice(-20_000)
      })
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * A program that cannot be had is named, and everything that needs it is left out: this is not a fault of the
 * documents.
 */
export class NotToBeHad extends Error {}

/** Throws the output of a step that failed. */
export async function mustHave(what: string, running: Promise<Ran>): Promise<void> {
  const { code, output } = await running
  if (code !== 0) throw new NotToBeHad(`${what} cannot be had here: ${output.trim().split('\n').at(-1) ?? ''}`)
}
export async function must(what: string, running: Promise<Ran>): Promise<Ran> {
  const ran = await running
  if (ran.code !== 0) throw new Error(`${what} failed: ${ran.output}`)
  return ran
}
