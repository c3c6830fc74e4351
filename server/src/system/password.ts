import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { limitConcurrency } from '../platform/limit-concurrency.ts'

// RFC 9106 names; the cost OWASP asks for: 19 MiB, two passes, one lane. About 25 ms.
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const saltBytes = 16
const hashBytes = 32

/** Limit of concurrent hashes: they use threads of the pool that file access and name resolution share. */
const atOnce = 2
const inTurn = limitConcurrency(atOnce)

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost | Cost) =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2(
          'argon2id',
          { message: password, nonce, memory, passes, parallelism, tagLength: hashBytes },
          (error, hash) => {
            if (error === null) resolve(hash)
            else reject(error)
          },
        )
      }),
  )

type Cost = { memory: number; passes: number; parallelism: number }
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A PHC string, which contains its own salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`
}

// A hash without a password. It is checked when there is no account, so that the answer takes as long.
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(saltBytes))}$${base64(Buffer.alloc(hashBytes))}`

/** Whether a password matches a hash. Without a hash the answer is no, and takes as long. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash ?? nobodys)
  if (parts === null) return false
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts
  const found = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  const wanted = Buffer.from(expected, 'base64')
  return hash !== undefined && wanted.length === found.length && timingSafeEqual(wanted, found)
}
