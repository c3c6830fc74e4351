import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const python = '/usr/bin/python3'
/** Debian's package of the SMTP server. */
export const smtpPackage = 'python3-aiosmtpd'
export const hasSmtpServer = () => spawnSync(python, ['-c', 'import aiosmtpd'], { stdio: 'ignore' }).status === 0

const Listening = z.object({ port: z.number() })
const Kept = z.object({ to: z.array(z.string()), from: z.string(), content: z.string() })
export type KeptMail = z.output<typeof Kept>

export type SmtpServer = AsyncDisposable &
  Readonly<{
    port: number
    url: string
    /** The mails accepted so far. */
    mails: readonly KeptMail[]
    /** SIGKILL: connections break off. */
    kill: () => Promise<void>
  }>

/** Debian's SMTP server in a separate process on a free port, or on the port of a former one. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  if (!hasSmtpServer()) throw new Error(`There is no SMTP server to test with. As root: apt-get install ${smtpPackage}`)
  const script = fileURLToPath(new URL('./smtp-server.py', import.meta.url))
  const child = spawn(python, [script, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const mails: KeptMail[] = []
  const bound = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The SMTP server ended while starting, with code ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value: unknown = JSON.parse(line)
      const listening = Listening.safeParse(value)
      if (listening.success) resolve(listening.data.port)
      else mails.push(Kept.parse(value))
    })
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { port: bound, url: `smtp://127.0.0.1:${bound}`, mails, kill, [Symbol.asyncDispose]: kill }
}
